export interface Line {
  name: string;
  cents: number;
  count: number;
}

export function total(lines: Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += line.cents;
  }
  return sum;
}

export function isEmpty(lines: Line[]): boolean {
  return lines.length === 0;
}
