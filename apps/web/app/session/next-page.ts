import type { User } from "@first-bounce/contract/user";
import { paths } from "../paths.ts";
import { forgetLeagueCode, pendingLeagueCode } from "./pending-league-code.ts";
import { forgetPage, rememberedPage } from "./remembered-page.ts";

/** Where a signed-in person goes on to: recovery first, then a pending invitation, then the remembered page (C-15, C-46). */
export function nextPage({ isActive }: Pick<User, "isActive">): string {
	if (!isActive) return paths.recoverTeam.to();
	const code = pendingLeagueCode();
	return code ? paths.joinLeague.to(code) : (rememberedPage() ?? paths.team.to());
}

/** What was kept has been used; an account still to be recovered keeps it for afterwards. */
export function forgetNextPage({ isActive }: Pick<User, "isActive">): void {
	if (!isActive) return;
	forgetLeagueCode();
	forgetPage();
}
