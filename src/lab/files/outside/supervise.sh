#!/bin/sh
# Keeps one virtual Spark powered: boots it, boots it again when it reboots, stops when it powers off.
# Arguments: the lab's folder, the host's name. Waits for a word on standard input, which comes when the ledger
# knows this process; without it (the starter died) there is nothing to do.
read -r _ || exit 0
lab=$1 name=$2
exec < /dev/null
set_power() { # on|off
  if [ "$1" = on ]; then : > "$lab/on/$name"; else rm -f "$lab/on/$name"; fi
  sh "$lab/scripts/carrier.sh" "$lab"
}
while :; do
  set_power on
  sh "$lab/hosts/$name/boot.sh"
  end=$?
  set_power off
  echo "the host ended with $end"
  # systemd-nspawn ends with 133 when the host asked for a reboot.
  [ "$end" = 133 ] || exit 0
done
