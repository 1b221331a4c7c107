type Instant = Date | number;

/** Formats an instant as the API has it: in UTC, such as 2026-09-12T05:00:00.000Z. */
export function formatInstant(at: Instant): string;
export function formatInstant(at: Instant | null | undefined): string | null;
export function formatInstant(at: Instant | null | undefined): string | null {
	return at === null || at === undefined ? null : new Date(at).toISOString();
}
