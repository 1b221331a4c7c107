import { z } from "zod";

const account = z.object({
	/** The session's token, the value of its cookie. */
	token: z.string().min(1),
	teamId: z.int().positive(),
	/** A league that the account may join; null if there are none. */
	leagueCode: z.string().nullable(),
});
/** A signed-in account that takes part in a rush. */
export type LoadAccount = z.output<typeof account>;

export const formatAccounts = (accounts: readonly LoadAccount[]): string =>
	accounts.map((account) => `${JSON.stringify(account)}\n`).join("");

/** Parses a file of accounts; null if it is not valid. */
export function parseAccounts(text: string): readonly LoadAccount[] | null {
	try {
		const lines = text.split("\n").filter((line) => line !== "");
		const accounts = lines.map((line) => account.parse(JSON.parse(line)));
		return accounts.length > 0 ? accounts : null;
	} catch {
		return null;
	}
}
