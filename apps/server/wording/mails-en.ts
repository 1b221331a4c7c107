import { untilWords } from "./suspension-end.ts";

/** A mail's words; a language's catalogue makes them, layout and sending are the same for all. */
export interface MailWords {
	readonly subject: string;
	/** One a paragraph, plain text. */
	readonly paragraphs: readonly string[];
	/** The one thing to do, as a button; its address stands in the text too. */
	readonly link?: { readonly label: string; readonly url: string };
	/** After the link, in small. */
	readonly remark?: string;
}

interface ToPerson {
	readonly firstName: string;
}
interface WithLink extends ToPerson {
	readonly url: string;
}

interface Moderated extends ToPerson {
	readonly kind: "team" | "league";
	readonly before: string;
	readonly after: string;
	readonly removePicture: boolean;
	readonly reason: string;
}

interface Suspended extends ToPerson {
	readonly reason: string;
	/** In milliseconds; 0 for no end. */
	readonly until: number;
}

const notYou = "If this was not you, there is nothing to do: without the link nothing changes.";

interface LetterToOperator {
	readonly id: number;
	readonly name: string;
	readonly email: string;
	readonly message: string;
	/** Where in the web it was written; may be empty. */
	readonly page: string;
}

interface StorageShortage {
	readonly megabytes: number;
}

/** Every mail in English, by its kind. */
export const mailsEn = {
	"verify-email": ({ firstName, url }: WithLink): MailWords => ({
		subject: "Confirm your e-mail address",
		paragraphs: [`Hello ${firstName},`, "please confirm that this address is yours. The link works for three days."],
		link: { label: "Confirm my address", url },
		remark: notYou,
	}),
	"change-email": ({ firstName, url }: WithLink): MailWords => ({
		subject: "Confirm your new e-mail address",
		paragraphs: [
			`Hello ${firstName},`,
			"you asked to use this address from now on. The link works for an hour; until then the old address counts.",
		],
		link: { label: "Use this address", url },
		remark: notYou,
	}),
	"email-changing": ({ firstName, newEmail }: ToPerson & { readonly newEmail: string }): MailWords => ({
		subject: "Your e-mail address is about to change",
		paragraphs: [
			`Hello ${firstName},`,
			`somebody who knows your password asked to change the address of your account to ${newEmail}.`,
			"If this was not you, set a new password now: that also takes the request back.",
		],
	}),
	"reset-password": ({ firstName, url }: WithLink): MailWords => ({
		subject: "Set a new password",
		paragraphs: [`Hello ${firstName},`, "you asked for a new password. The link works once, for an hour."],
		link: { label: "Set a new password", url },
		remark: notYou,
	}),
	"name-moderated": ({ firstName, kind, before, after, removePicture, reason }: Moderated): MailWords => ({
		subject: kind === "team" ? "Your team's name was changed" : "Your league's name was changed",
		paragraphs: [
			`Hello ${firstName},`,
			before === after
				? `the operators kept the name ${before}.`
				: `the operators changed the name of your ${kind} from ${before} to ${after}.`,
			...(removePicture ? [`They removed the picture of your ${kind}.`] : []),
			`The reason they gave: ${reason}`,
			before === after ? "You can choose another one at any time." : `You can choose any name but ${before}.`,
		],
	}),
	"account-suspended": ({ firstName, reason, until }: Suspended): MailWords => ({
		subject: "Your account is suspended",
		paragraphs: [
			`Hello ${firstName},`,
			`your account is suspended ${untilWords("en", until)}. You are signed out on every device and cannot sign in.`,
			`The reason the operators gave: ${reason}`,
			"Your team stays as it is and keeps scoring.",
		],
	}),
	"suspension-lifted": ({ firstName }: ToPerson): MailWords => ({
		subject: "Your account is no longer suspended",
		paragraphs: [`Hello ${firstName},`, "the suspension of your account is over. You can sign in again."],
	}),
	"password-changed": ({ firstName }: ToPerson): MailWords => ({
		subject: "Your password was changed",
		paragraphs: [
			`Hello ${firstName},`,
			"your password was changed, and every other device was signed out.",
			"If this was not you, ask for a new password on the sign-in page.",
		],
	}),
	"support-letter": ({ id, name, email, message, page }: LetterToOperator): MailWords => ({
		subject: `Letter ${id} from ${name}`,
		paragraphs: [`${name} <${email}> writes:`, ...message.split(/\n{2,}/)],
		remark: [page ? `Written on ${page}.` : "", "An answer to this mail goes to its writer."].join(" ").trim(),
	}),
	"storage-low": ({ megabytes }: StorageShortage): MailWords => ({
		subject: "First Bounce is running out of storage",
		paragraphs: [
			`Only ${megabytes} MB are free on the server's disk. Once it is full, nothing can be saved.`,
			"Please make room on the disk that holds DATA_DIR or EXPORT_TO.",
		],
	}),
	"storage-full": (_: StorageShortage): MailWords => ({
		subject: "First Bounce has run out of storage",
		paragraphs: [
			"A disk is full. Teams, leagues and accounts can be read but not saved.",
			"Please make room on the disk that holds DATA_DIR, EXPORT_TO or your own PostgreSQL. The game recovers by itself.",
		],
	}),
} as const satisfies Record<string, (data: never) => MailWords>;
