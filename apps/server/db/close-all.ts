/**
 * Closes parts in the reverse of the order in which they were opened. One that fails does not keep the others open: its error is
 * thrown at the end, and the errors of several as one.
 */
export async function closeAll(closers: readonly (() => unknown)[]): Promise<void> {
	const errors: unknown[] = [];
	for (const close of closers.toReversed()) {
		try {
			await close();
		} catch (error) {
			errors.push(error);
		}
	}
	if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
	if (errors.length === 1) throw errors[0];
}
