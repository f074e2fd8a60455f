/** What ends a boot at the model's files, or at files of our own mounts. */
import type { FailureRow } from './row.ts';

export const MODEL: FailureRow[] = [
  {
    id: 'boot.permission',
    closeness: 'cause',
    patterns: [
      /PermissionError: \[Errno 13\] Permission denied: '(?<path>[^']+)'/,
      /OSError: \[Errno 30\] Read-only file system: '(?<path>[^']+)'/,
      /mkdir: cannot create directory [‘'](?<path>[^’']+)[’']: (?:Permission denied|Read-only file system)/,
    ],
    means: 'engine.cause.permission',
    next: ['engine.next.owner'],
  },
  {
    id: 'boot.file-missing',
    closeness: 'cause',
    patterns: [
      /FileNotFoundError: \[Errno 2\] No such file or directory: '(?<path>[^']+)'/,
      /FileNotFoundError: No such file or directory: "?(?<path>[^"\s]+)"?/,
      /(?:Cannot find any model weights with|[Nn]o safetensors (?:weights|files) found in) [`'"]?(?<path>[^`'"\s]+)/,
      /(?<path>\S+) does not appear to have (?:a file named|files named) \S+/,
    ],
    means: 'engine.cause.file-missing',
    next: ['engine.next.model-verify'],
  },
  {
    id: 'boot.shard-damaged',
    closeness: 'cause',
    patterns: [
      /SafetensorError: (?<why>.+)$/,
      /(?<why>(?:HeaderTooLarge|InvalidHeaderDeserialization|MetadataIncompleteBuffer|InvalidHeaderLength).*)$/,
    ],
    means: 'engine.cause.shard-damaged',
    next: ['engine.next.model-verify'],
  },
  {
    id: 'boot.weights-missing',
    closeness: 'cause',
    patterns: [
      /[Ff]ollowing weights were not (?:initialized|loaded) from (?:the )?checkpoint:? ?(?<why>.{0,200})/,
    ],
    means: 'engine.cause.weights-missing',
    next: ['engine.next.model-verify'],
  },
  {
    id: 'boot.hub-needed',
    closeness: 'cause',
    patterns: [
      /HFValidationError|OfflineModeIsEnabled|LocalEntryNotFoundError/,
      /[Cc]annot find the requested files in the (?:disk|local) cache/,
      /couldn't connect to '[^']*' to load (?:this|the) file/,
      /Repo id must (?:be in the form|use alphanumeric)/,
    ],
    means: 'engine.cause.hub-needed',
    next: ['engine.next.model-here'],
  },
  {
    id: 'boot.model-gated',
    closeness: 'cause',
    patterns: [/GatedRepoError|401 Client Error|403 Client Error|You are trying to access a gated repo/],
    means: 'engine.cause.model-gated',
    next: ['engine.next.model-here'],
  },
  {
    id: 'boot.remote-code',
    closeness: 'cause',
    patterns: [
      /Please pass the argument `trust_remote_code=True`|contains custom code which must be executed/,
    ],
    means: 'engine.cause.remote-code',
    next: ['engine.next.image-of-recipe'],
  },
];
