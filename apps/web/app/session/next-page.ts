import type { User } from "@first-bounce/contract/accounts/user";
import { isOperatorOnly } from "../access.ts";
import { paths } from "../paths.ts";
import { readStorage, writeStorage } from "./browser-storage.ts";
import { deleteInvitation, loadInvitation } from "./pending-invitation.ts";

const STORAGE_KEY = "remembered_page";

/** Excludes paths that a browser would resolve to another site, such as `//example.com`. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Stores the page a signed-out user wanted to see, for this tab. */
export function saveReturnPage(path: string): void {
	if (isOwnPath(path)) writeStorage("session", STORAGE_KEY, path);
}

export function loadReturnPage(): string | null {
	const path = readStorage("session", STORAGE_KEY);
	return path && isOwnPath(path) ? path : null;
}

const deleteReturnPage = (): boolean => writeStorage("session", STORAGE_KEY, null);

/** The page after signing in: account recovery, then a pending invitation, then the page that asked for the sign-in. */
export function getNextPage(
	user: Pick<User, "isActive"> & Partial<Pick<User, "isOperator" | "fantasyTeamName">>,
): string {
	if (!user.isActive) return paths.recoverTeam.to();
	const pending = loadInvitation();
	if (!pending) return loadReturnPage() ?? (isOperatorOnly(user) ? paths.operator.to() : paths.team.to());
	return paths.joinLeague.to(pending.code, pending.invite);
}

/** Deletes the stored page and invitation. For an account that must be reactivated first, they are kept until it is. */
export function clearNextPage({ isActive }: Pick<User, "isActive">): void {
	if (!isActive) return;
	deleteInvitation();
	deleteReturnPage();
}
