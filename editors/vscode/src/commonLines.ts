// Finds the common lines of two texts, which a block keeps.

/** Limits the compared pairs of lines. For larger blocks, only the ends are compared. */
const limit = 40_000;

export interface Common {
  old: Set<number>;
  new: Set<number>;
}

export function commonLines(old: string[], now: string[]): Common {
  const common: Common = { old: new Set(), new: new Set() };
  const add = (i: number, j: number): void => {
    common.old.add(i);
    common.new.add(j);
  };
  let head = 0;
  for (; head < old.length && head < now.length && old[head] === now[head]; head++) add(head, head);
  let [m, n] = [old.length, now.length];
  while (m > head && n > head && old[m - 1] === now[n - 1]) add(--m, --n);
  if ((m - head) * (n - head) > limit) return common;

  // longest[i][j] is the length for old[i..m] and now[j..n].
  const longest = Array.from({ length: m + 1 }, () => new Uint32Array(n + 1));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = m - 1; i >= head; i--) {
    for (let j = n - 1; j >= head; j--) longest[i]![j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  for (let i = head, j = head; i < m && j < n; ) {
    if (old[i] === now[j]) add(i++, j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
