import type { User } from "@first-bounce/contract/accounts/user";
import { isOperatorOnly } from "../access.ts";
import { paths } from "../paths.ts";
import { forgetInvitation, pendingInvitation } from "./pending-invitation.ts";
import { forgetPage, rememberedPage } from "./remembered-page.ts";

/** Where a signed-in person goes on to: recovery first, then a pending invitation, then the remembered page (C-15, C-46). */
export function nextPage(user: Pick<User, "isActive"> & Partial<Pick<User, "isOperator" | "fantasyTeamName">>): string {
	if (!user.isActive) return paths.recoverTeam.to();
	const pending = pendingInvitation();
	if (!pending) return rememberedPage() ?? (isOperatorOnly(user) ? paths.operator.to() : paths.team.to());
	return paths.joinLeague.to(pending.code, pending.invite);
}

/** What was kept has been used; an account still to be recovered keeps it for afterwards. */
export function forgetNextPage({ isActive }: Pick<User, "isActive">): void {
	if (!isActive) return;
	forgetInvitation();
	forgetPage();
}
