/** A recipe small enough to read whole, with something of everything. */
export const tinyRecipe = `format: 1
name: tiny
title: A tiny model
model: { hub: local, repository: tiny, directory: /models/tiny, bytes: 300MB }
image: { reference: 'engine:1', bytes: 77MB }
knobs:
  maxModelLen:
    type: int
    default: 2048
    min: 256
    max: 4096
    unit: tokens
    says: { en: Longest conversation., zh: 最长会话。 }
    aliases: [MAX_LEN, MAX_MODEL_LEN]
  mode:
    type: choice
    default: fast
    choices: [fast, slow]
    says: How.
container:
  entrypoint: [vllm, serve]
  mounts:
    - '{{model}}:/model:ro'
    - ./patches/a.py:/opt/a.py:ro
  env:
    HOST_IP: '{{node.address}}'
  command:
    - /model
    - --max-model-len
    - '{{maxModelLen}}'
    - { when: head, use: [--port, '{{api.port}}'] }
boot:
  phases:
    - { id: extra, title: Extra, pattern: 'layer (\\d+)', after: load, limitSeconds: 3m }
`;

export const tinyFiles = ['recipe.yaml', 'patches/a.py'];
