/** Only catches obvious mistakes; the server validates the addresses. */
const EMAIL_PATTERN = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;

/** Splits a text at commas and new lines into unique addresses and invalid ones. */
export function parseEmails(text: string): {
	readonly emails: readonly string[];
	readonly incorrect: readonly string[];
} {
	const parts = text
		.split(/[,\n\r]/)
		.map((part) => part.trim())
		.filter((part) => part !== "");
	const unique = [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
	return {
		emails: unique.filter((part) => EMAIL_PATTERN.test(part)),
		incorrect: unique.filter((part) => !EMAIL_PATTERN.test(part)),
	};
}
