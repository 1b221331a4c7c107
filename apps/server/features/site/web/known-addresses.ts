import { MAX_INT } from "@first-bounce/contract/constants";
import type { FastifyRequest } from "fastify";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { hasClosedSeason, hasLeague, hasTeam } from "./queries.ts";

export interface AddressSources {
	readonly db: Db;
	readonly peekSeason: () => SeasonSnapshot | null;
	readonly isPublicRead: boolean;
	/** Whether the request has a session. */
	readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>;
}

/** Whether the match, round, team, league or season in a screen's path exists, as far as the viewer may know. */
export type IsKnownAddress = (path: string, request: FastifyRequest) => Promise<boolean>;

const ADDRESS = /^\/(match-centre|results|user\/team|team\/score|past-seasons|leagues)\/(\d+)(?:\/(\d+))?(?=\/|$)/;

/**
 * Creates the check of addresses. Without PUBLIC_READ, visitors are asked to sign in, as if every team and league existed. With
 * it, a private league looks like an unknown one. Codes of leagues are not checked, so that pages help nobody to guess them.
 */
export function createAddressCheck({ db, peekSeason, isPublicRead, isSignedIn }: AddressSources): IsKnownAddress {
	const checkTeam = async (request: FastifyRequest, id: Parameters<typeof hasTeam>[1]): Promise<boolean> =>
		(!isPublicRead && !(await isSignedIn(request))) || hasTeam(db, id);
	const checkLeague = async (request: FastifyRequest, id: number): Promise<boolean> => {
		if (await isSignedIn(request)) return hasLeague(db, id, ["public", "private"]);
		return !isPublicRead || hasLeague(db, id, ["public"]);
	};
	return async (path, request) => {
		const [, screen, first = "", second] = ADDRESS.exec(path) ?? [];
		const [id, further] = [Number(first), Number(second ?? 0)];
		if (screen === undefined) return true;
		if (id > MAX_INT || further > MAX_INT) return false;
		if (screen === "past-seasons") return hasClosedSeason(db, id);
		if (screen === "leagues") return checkLeague(request, id);
		const season = peekSeason();
		if (!season) return true;
		const { seasonId, rounds } = season;
		if (screen === "match-centre") return rounds.some(({ matches }) => matches.some((match) => match.id === id));
		if (!rounds.some((round) => round.id === id)) return false;
		if (screen === "user/team") return checkTeam(request, { seasonId, userId: further });
		return screen === "results" || checkTeam(request, { seasonId, teamId: further });
	};
}
