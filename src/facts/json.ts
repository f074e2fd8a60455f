/** Reads what a command printed as JSON without trusting any of it: a wrong type is the same as nothing. */

/** The value, or undefined where the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): Record<string, unknown>[] {
  return listOf(value).filter(isRecord);
}

/** A non-empty string, else null: Docker says "nothing" with an empty string. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
