import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, RoundId, UserId } from "@first-bounce/rules/ids";
import type { Trade } from "@first-bounce/rules/trades/trade";
import type { Row } from "../../../db/tables/tables.ts";
import type { LineupRow } from "../../team/team-row.ts";

export type DraftNoticeKind =
	| "draft-reminder"
	| "draft-turn"
	| "draft-soon"
	| "draft-start-failed"
	| "keeper-reminder"
	| "keeper-place";
export type TradeNoticeKind = "trade-offer" | "trade-accepted" | "trade-decided";
/** What is told about squads of draft leagues, in browsers and by mail. */
export type SquadNoticeKind = "waiver-results" | "squad-changed" | TradeNoticeKind;
export type NoticeKind =
	| "lock"
	| "late-out"
	| "result"
	| "correction"
	| "instruction"
	| "message"
	| "hand-over"
	| DraftNoticeKind
	| SquadNoticeKind;

/** A message to a user, before its text is built. */
export interface Notice {
	readonly id: string;
	readonly userId: UserId;
	readonly kind: NoticeKind;
	readonly seasonId: number;
	/** 0 for a notice that is not about a round. */
	readonly roundId: RoundId;
	/**
	 * Makes a notice unique within its user, round and kind. Depending on the kind:
	 * - `lock`: the season time of the lock, for a draft team followed by `:<league id>`
	 * - `late-out`: the id of the newest row of `player_outs`, for a draft team followed by `:<league id>`
	 * - `instruction`: its id
	 * - `message`: `<league id>:<message id>`
	 * - `hand-over`: `<league id>:<time of the offer in milliseconds>`
	 * - `draft-reminder`: `<league id>:<start in milliseconds>:<minutes before>:<clock>`
	 * - `keeper-reminder`: `<league id>:<deadline in milliseconds>:<minutes before>:slow`
	 * - `keeper-place`: `<league id>:0:0:slow`
	 * - `draft-turn`, `draft-soon` and `draft-start-failed`: `<league id>:<number of the pick, or 0>:<version>:<clock>`; the clock is
	 *   `live` or `slow`
	 * - `trade-offer`, `trade-accepted` and `trade-decided`: `<league id>:<trade id>:<what is told>`
	 * - `waiver-results`: `<league id>:<run>`
	 * - `squad-changed`: `<league id>:<change id>:done` for an undo or a correction, `<league id>:<change id>:vote` for a change whose
	 *   undo is proposed
	 * - `correction`: `<revision>:<points>`, the first corrected round's revision and the team's points in it before
	 * - `result`: empty
	 */
	readonly subject: string;
	/** The players who are out, for kinds `late-out` and `instruction`. */
	readonly playerIds: readonly PlayerId[];
}

/** The parts of a user's classic team, or of her team in a draft league, that notices use. */
export interface NoticeTeam {
	readonly id: number;
	readonly version: number;
	/** Null until it is saved. */
	readonly startRoundId: RoundId | null;
	/** The line-up of the latest round; null until the team is saved. */
	readonly lineup: LineupRow | null;
	readonly trades: readonly Trade[];
	/** The draft league of the team; null for a classic team. */
	readonly draft: {
		readonly leagueId: number;
		readonly leagueName: string;
		readonly squad: SquadRules;
		readonly captainDoubled: boolean;
	} | null;
}

/** The page of a team. */
export const getTeamPage = (team: Pick<NoticeTeam, "draft"> | null): string =>
	team?.draft ? `/team/draft/${team.draft.leagueId}` : "/team";

/** Adds the draft league to the subject of a notice about a draft team. */
export const buildTeamSubject = (subject: string, team: Pick<NoticeTeam, "draft"> | null): string =>
	team?.draft ? `${subject}:${team.draft.leagueId}` : subject;

/** Notification preferences as stored. */
export type PreferencesRow = Omit<Row<"notification_preferences">, "user_id" | "mail_token">;
