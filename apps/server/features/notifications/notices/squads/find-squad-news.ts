import type { Pool } from "pg";
import type { SquadNews } from "../../../../i18n/squad-notice-texts.ts";
import type { Notice, NoticeKind, SquadNoticeKind } from "../notice.ts";
import { findNoticeChange } from "./change-notice-queries.ts";
import { findNoticeTrade } from "./trade-notice-queries.ts";
import { findNoticeClaims } from "./waiver-notice-queries.ts";

export const isSquadNotice = (kind: NoticeKind): kind is SquadNoticeKind =>
	kind === "waiver-results" || kind === "squad-changed" || kind.startsWith("trade-");

/** Finds what a notice about squads tells by now, and the page that it leads to; null if it is out of date. */
export async function findSquadNews(
	pool: Pool,
	notice: Pick<Notice, "userId" | "kind" | "roundId" | "subject">,
	wallNow: number,
): Promise<{ readonly news: SquadNews; readonly url: string } | null> {
	const [leagueId, run] = notice.subject.split(":");
	const page = `/leagues/${leagueId}`;
	if (notice.kind === "waiver-results") {
		const claims = await findNoticeClaims(pool, notice);
		return claims && { news: { about: "claims", claims }, url: `${page}/moves/${notice.roundId}/${run}` };
	}
	if (notice.kind === "squad-changed") {
		const change = await findNoticeChange(pool, notice);
		return change && { news: { about: "change", change }, url: `${page}/moves` };
	}
	const trade = await findNoticeTrade(pool, notice, wallNow);
	return trade && { news: { about: "trade", trade }, url: `${page}/trades` };
}
