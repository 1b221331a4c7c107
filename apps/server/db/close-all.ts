/**
 * Calls the functions in reverse order, so that what was opened last is closed first. All are called even if one fails; its error
 * is thrown afterwards, or an AggregateError if several fail.
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
