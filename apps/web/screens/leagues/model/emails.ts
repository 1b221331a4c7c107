/** Only catches obvious mistakes; the server validates the addresses. */
const EMAIL_PATTERN = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;

/** Splits a text at commas and new lines into unique addresses and invalid ones. */
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
