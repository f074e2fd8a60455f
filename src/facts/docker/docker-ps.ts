import type { Reading } from '../../change/types.ts';
import { isRecord, jsonOf, numberOf, textOf } from '../json.ts';
import { known, noAnswer, shown, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** A container of this cluster, running or not. */
export interface OurContainer {
  name: string;
  id: string; // 64 hex digits
  image: string; // the reference it was created from
  imageId: string | null;
  state: string; // created, running, paused, restarting, exited, dead
  exitCode: number; // 0 of an engine proves nothing
  oomKilled: boolean;
  restartCount: number;
  startedAt: string | null; // ISO time; null: never
  finishedAt: string | null;
  pid: number; // 0: not running
  restartPolicy: string;
  error: string | null; // why Docker could not start it
  labels: Record<string, string>; // those of sparkwright only
}

/** The environment of a container never passes here: a key may stand in it. */
const FORMAT =
  '{"name":{{json .Name}},"id":{{json .Id}},"image":{{json .Config.Image}},"imageId":{{json .Image}},' +
  '"state":{{json .State.Status}},"exitCode":{{json .State.ExitCode}},"oomKilled":{{json .State.OOMKilled}},' +
  '"restartCount":{{json .RestartCount}},"startedAt":{{json .State.StartedAt}},"finishedAt":{{json .State.FinishedAt}},' +
  '"pid":{{json .State.Pid}},"restartPolicy":{{json .HostConfig.RestartPolicy.Name}},"error":{{json .State.Error}},' +
  '"labels":{ {{range $k, $v := .Config.Labels}}{{if eq (truncate $k 12) "sparkwright."}}{{json $k}}:{{json $v}},{{end}}{{end}}"":""}}';

/** Of every running container only what names it: a key may stand in a command line. */
const RUNNING_FORMAT =
  '{"ID":{{json .ID}},"Names":{{json .Names}},"Image":{{json .Image}},"State":{{json .State}},"Ports":{{json .Ports}}}';

/** Ours in full, then the names of all that run: who else may hold a port or the memory. */
const SCRIPT = `l=sparkwright.cluster; [ -z "$SW_CLUSTER" ] || l=$l=$SW_CLUSTER
ids=$(docker ps -aq --no-trunc --filter "label=$l") || exit $?
rc=0; [ -z "$ids" ] || docker container inspect --format '${FORMAT}' $ids || rc=$?
docker ps --no-trunc --format '${RUNNING_FORMAT}' || exit $?
exit $rc`;

export const dockerPs: Probe<OurContainer[]> = {
  id: 'docker-ps',
  script: SCRIPT,
  needsRoot: false,
  deadlineMs: 13_000,
  parse(out, err, rc): Reading<OurContainer[]> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    // a container removed between the two commands is an error of its own; the others are printed all the same
    if (rc !== 0 && !/no such container/i.test(err)) return unknown('failed', err || `exit ${rc}`);
    const lines = out.split('\n').filter((line) => line.trim() !== '');
    const rows = lines
      .map(jsonOf)
      .filter((row) => !isRunningRow(row))
      .map(containerOf);
    const read = rows.filter((row) => row !== undefined);
    return read.length === rows.length ? known(read, out) : unknown('unreadable', out);
  },
};

/** A running container, whoever started it. */
export interface RunningContainer {
  name: string;
  id: string; // 64 hex digits, or their beginning
  image: string;
  ports: string; // published ones: 0.0.0.0:8888->80/tcp
}

/** The same output read for another question: what runs there, ours or not. */
export const dockerRunning: Probe<RunningContainer[]> = {
  ...dockerPs,
  parse(out, err, rc): Reading<RunningContainer[]> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    const rows = out.split('\n').map(jsonOf).filter(isRunningRow);
    return known(
      rows.flatMap((row) =>
        textOf(row.State) === 'running'
          ? [
              {
                name: textOf(row.Names) ?? '',
                id: textOf(row.ID) ?? '',
                image: textOf(row.Image) ?? '',
                ports: textOf(row.Ports) ?? '',
              },
            ]
          : [],
      ),
      out,
    );
  },
};

/** A row as `docker ps --format json` prints it. */
function isRunningRow(row: unknown): row is Record<string, unknown> {
  return isRecord(row) && 'Names' in row && 'ID' in row;
}

function containerOf(row: unknown): OurContainer | undefined {
  if (!isRecord(row)) return undefined;
  const name = textOf(row.name)?.replace(/^\//, '');
  const id = textOf(row.id);
  const state = textOf(row.state);
  if (name === undefined || id === null || state === null) return undefined;
  const error = textOf(row.error);
  return {
    name,
    id,
    image: textOf(row.image) ?? '',
    imageId: textOf(row.imageId),
    state,
    exitCode: numberOf(row.exitCode) ?? 0,
    oomKilled: row.oomKilled === true,
    restartCount: numberOf(row.restartCount) ?? 0,
    startedAt: timeOf(row.startedAt),
    finishedAt: timeOf(row.finishedAt),
    pid: numberOf(row.pid) ?? 0,
    restartPolicy: textOf(row.restartPolicy) ?? 'no',
    error: error === null ? null : shown(error),
    labels: labelsOf(row.labels),
  };
}

function labelsOf(labels: unknown): Record<string, string> {
  if (!isRecord(labels)) return {};
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, value]) =>
      key.startsWith('sparkwright.') && typeof value === 'string' ? [[key, value]] : [],
    ),
  );
}

/** Docker says "never" with the year 1. */
function timeOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null || text.startsWith('0001-') ? null : text;
}
