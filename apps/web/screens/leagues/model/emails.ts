/** D2 §5 leaves the pattern open (C-40): something, an at, and a name with a dot in it. */
const EMAIL_PATTERN = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;

/** Addresses as somebody typed them, parted by commas or new lines: trimmed, each once, and those that are none. */
export function parseEmails(text: string): {
	readonly emails: readonly string[];
	readonly incorrect: readonly string[];
} {
	const given = text
		.split(/[,\n\r]/)
		.map((part) => part.trim())
		.filter((part) => part !== "");
	const once = [...new Map(given.map((part) => [part.toLowerCase(), part])).values()];
	return {
		emails: once.filter((part) => EMAIL_PATTERN.test(part)),
		incorrect: once.filter((part) => !EMAIL_PATTERN.test(part)),
	};
}
