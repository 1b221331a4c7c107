import { MAX_LETTER_LENGTH } from "@first-bounce/contract/constants";

/** A letter to the operator as it is being written. */
export interface Letter {
	readonly name: string;
	readonly email: string;
	readonly message: string;
}

const LEAST = 10;

/** What is wrong with a letter, by field: the names of the words for it. */
export function letterProblems({ name, email, message }: Letter) {
	const length = message.trim().length;
	return {
		...(name.trim() === "" ? { name: "contact.problems.name" as const } : {}),
		...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: "contact.problems.email" as const }),
		...(length < LEAST ? { message: "contact.problems.short" as const } : {}),
		...(length > MAX_LETTER_LENGTH ? { message: "contact.problems.long" as const } : {}),
	};
}
