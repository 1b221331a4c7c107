import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import type { SharePayload } from "@first-bounce/contract/site/share-link";
import type { SquadId } from "@first-bounce/rules/ids";
import type { LeagueType } from "@first-bounce/rules/leagues/league";
import type { FastifyRequest } from "fastify";
import type { Db } from "../../../db/tables/tables.ts";
import { Refusal } from "../../../plugins/refusal.ts";
import { listTeamOwners } from "../../leagues/members/team-owners.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { findLeagueName, findSnapshot } from "./share-queries.ts";
import {
	buildSharedHistory,
	getSharedAvatar,
	type SharedAvatar,
	type SharedHistory,
	type SharedHistorySource,
} from "./shared-history.ts";
import type { MatchUpSnapshot, ResultSnapshot, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

/** A league as non-members see it. A private league shows only its name and picture. */
interface SharedLeague {
	readonly kind: "league";
	readonly name: string;
	readonly code: string;
	readonly colour: string;
	readonly avatar: SharedAvatar | null;
	/** Null for a private league. */
	readonly open: { readonly type: LeagueType | "draft"; readonly numTeams: number; readonly startId: number } | null;
}

interface SharedTeam {
	/** Empty once the owner's account is closed. */
	readonly teamName: string;
	/** The club that the owner supports, whose colours a picture has. */
	readonly squadId: SquadId | null;
}

export interface SharedMatchUp extends Omit<MatchUpSnapshot, "own" | "opponent"> {
	readonly own: SharedTeam & MatchUpSnapshot["own"];
	readonly opponent: SharedTeam & MatchUpSnapshot["opponent"];
	/** Empty once the league is deleted. */
	readonly leagueName: string;
	/** The round was corrected after the match-up was shared, as in a result. */
	readonly isCorrected: boolean;
}

export type SharedContent =
	| { readonly kind: "general" }
	| SharedLeague
	| SharedHistory
	| SharedMatchUp
	| ((TeamSnapshot | TradeSnapshot) & SharedTeam)
	| (ResultSnapshot & SharedTeam & Pick<SharedMatchUp, "isCorrected">);

export interface ShareServices {
	readonly db: Db;
	readonly media: Pick<MediaStore, "read">;
	/** Also counts the request against the limit on guesses. */
	readonly findLeagueByCode: (code: string, request: FastifyRequest) => Promise<LeagueSummary>;
	/** Finds the history that a token opens; null if it is no longer shared. */
	readonly findHistory: (token: string) => Promise<SharedHistorySource | null>;
	/** Without a trailing slash. */
	readonly publicUrl: string;
}

function buildSharedLeague(league: LeagueSummary): SharedLeague {
	const { name, code, colour, id, avatarVersion, numTeams, startId } = league;
	const type = league.class === "draft" ? "draft" : league.type;
	return {
		kind: "league",
		name,
		code,
		colour,
		avatar: getSharedAvatar({ id, avatarVersion }),
		open: league.privacy === "private" ? null : { type, numTeams, startId },
	};
}

/** Finds the content that a payload links to; null if it no longer exists. */
export async function findSharedContent(
	services: ShareServices,
	payload: SharePayload,
	request: FastifyRequest,
): Promise<SharedContent | null> {
	if (payload.type === "general") return { kind: "general" };
	if (payload.type === "league") {
		try {
			return buildSharedLeague(await services.findLeagueByCode(payload.leagueCode ?? "", request));
		} catch (error) {
			if (error instanceof Refusal && error.status === 404) return null;
			throw error;
		}
	}
	if (payload.type === "history") {
		const history = await services.findHistory(payload.snapshot ?? "");
		return history && buildSharedHistory(history);
	}
	const row = await findSnapshot(services.db, payload.snapshot ?? "", payload.type, payload.round ?? 0);
	if (!row) return null;
	const { content, revision } = row;
	if (content.kind === "matchup") return findMatchUp(services.db, content, revision);
	const owner = { teamName: row.is_active ? (row.team_name ?? "") : "", squadId: row.supported_squad_id };
	return content.kind === "result"
		? { ...content, ...owner, isCorrected: revision > content.revision }
		: { ...content, ...owner };
}

/** Adds the present names of the teams and their league to a match-up. */
async function findMatchUp(db: Db, content: MatchUpSnapshot, revision: number): Promise<SharedMatchUp> {
	const owners = await listTeamOwners(db, [content.own.teamId, content.opponent.teamId], null);
	const nameTeam = <Side extends MatchUpSnapshot["own"]>(side: Side): Side & SharedTeam => {
		const owner = owners.get(side.teamId);
		return { ...side, teamName: owner?.teamName ?? "", squadId: owner?.supportedSquadId ?? null };
	};
	return {
		...content,
		own: nameTeam(content.own),
		opponent: nameTeam(content.opponent),
		leagueName: (await findLeagueName(db, content.leagueId)) ?? "",
		isCorrected: content.outcome !== null && revision > content.revision,
	};
}
