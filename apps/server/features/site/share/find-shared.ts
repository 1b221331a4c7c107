import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import type { SharePayload } from "@first-bounce/contract/site/share-link";
import type { LeagueType } from "@first-bounce/rules/leagues/league";
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { Refusal } from "../../../plugins/refusal.ts";
import type { MediaStore } from "../media/media-store.ts";
import { findSnapshot } from "./share-queries.ts";
import {
	buildSharedHistory,
	getSharedAvatar,
	type SharedAvatar,
	type SharedHistory,
	type SharedHistorySource,
} from "./shared-history.ts";
import type { ResultSnapshot, TeamSnapshot, TradeSnapshot } from "./snapshot.ts";

/** A league as non-members see it. A private league shows only its name and picture. */
interface SharedLeague {
	readonly kind: "league";
	readonly name: string;
	readonly code: string;
	readonly colour: string;
	readonly avatar: SharedAvatar | null;
	/** Null for a private league. */
	readonly open: { readonly type: LeagueType; readonly numTeams: number; readonly startId: number } | null;
}

export type SharedContent =
	| { readonly kind: "general" }
	| SharedLeague
	| SharedHistory
	/** `teamName` is empty once the owner's account is closed. */
	| ((TeamSnapshot | TradeSnapshot) & { readonly teamName: string })
	/** `isCorrected`: the round was corrected after the result was shared. */
	| (ResultSnapshot & { readonly teamName: string; readonly isCorrected: boolean });

export interface ShareServices {
	readonly db: Kysely<Tables>;
	readonly media: Pick<MediaStore, "read">;
	/** Also counts the request against the limit on guesses. */
	readonly findLeagueByCode: (code: string, request: FastifyRequest) => Promise<LeagueSummary>;
	/** Finds the history that a token opens; null if it is no longer shared. */
	readonly findHistory: (token: string) => Promise<SharedHistorySource | null>;
	/** Without a trailing slash. */
	readonly publicUrl: string;
}

function buildSharedLeague(league: LeagueSummary): SharedLeague {
	const { name, code, colour, id, avatarVersion, type, numTeams, startId } = league;
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
	const { content } = row;
	const teamName = row.is_active ? (row.team_name ?? "") : "";
	return content.kind === "result"
		? { ...content, teamName, isCorrected: row.revision > content.revision }
		: { ...content, teamName };
}
