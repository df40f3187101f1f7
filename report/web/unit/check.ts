// Tests without a browser: a function that fails throws.

const failures: string[] = [];

/** test runs a function, and notes that it failed. */
export function test(name: string, act: () => void): void {
  try {
    act();
  } catch (reason) {
    failures.push(`${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
  }
}

/** done fails if a test has failed. */
export function done(): void {
  if (failures.length > 0) throw new Error("\n" + failures.join("\n"));
}

/** equal fails unless two values are written as the same JSON. */
export function equal(got: unknown, want: unknown, what = ""): void {
  const [g, w] = [JSON.stringify(got), JSON.stringify(want)];
  if (g !== w) throw new Error(`${what} ${g}, want ${w}`.trim());
}

/** near fails unless two numbers differ by little. */
export function near(got: number, want: number, within = 1e-9): void {
  if (!(Math.abs(got - want) <= within)) throw new Error(`${got}, want ${want}`);
}
