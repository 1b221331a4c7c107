import type { Db } from "../../db/tables/tables.ts";
import { type Account, findAccounts } from "../../features/accounts/users/administer-users.ts";
import { CommandRefusedError } from "../output/output.ts";

export const REASON_HELP = "for the audit log";
export const EMAIL_HELP = "the email address, or the id if several accounts share it";

/** Finds the one account with an address or id. Refuses the command if there is none, or several. */
export async function getAccount(db: Db, emailOrId: string): Promise<Account> {
	const accounts = await findAccounts(db, emailOrId);
	const [account] = accounts;
	if (!account) throw new CommandRefusedError(`There is no account ${emailOrId}.`);
	if (accounts.length > 1)
		throw new CommandRefusedError(`Several accounts share ${emailOrId}; use an id:`, ...accounts.map(formatUser));
	return account;
}

export function formatUser({ id, email, name, teamName, isActive, operatorRole, isDemo, suspension }: Account): string {
	const end = suspension?.until ? `until ${suspension.until.toISOString()}` : "until further notice";
	const state = suspension ? [`suspended ${end}`] : isActive ? [] : ["deactivated"];
	const labels = [...(operatorRole ? [`operator (${operatorRole})`] : []), ...(isDemo ? ["demo"] : []), ...state];
	return [id, email, name, teamName ?? "(no team name yet)", ...labels].join("\t");
}
