#!/bin/sh
# Sets the carrier of every port: our end of it is up when every host it needs is powered and no one pulled its cable.
# Argument: the lab's folder. wires: namespace, our end, cable, the hosts it needs; on/NAME: powered; pulled/CABLE.
lab=$1
while read -r namespace wire cable hosts; do
  state=up
  [ -e "$lab/pulled/$cable" ] && state=down
  for host in $hosts; do
    [ -e "$lab/on/$host" ] || state=down
  done
  ip -n "$namespace" link set "$wire" "$state"
done < "$lab/wires"
