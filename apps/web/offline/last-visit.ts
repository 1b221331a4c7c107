import { getUser, showMyProfile } from "@first-bounce/contract/accounts/user";
import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { type Arguments, buildUrl } from "@first-bounce/contract/client";
import { showClock } from "@first-bounce/contract/clock";
import { listMyDraftTeams } from "@first-bounce/contract/draft/draft-lineup";
import type { Envelope } from "@first-bounce/contract/envelope";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { showEliminationLadder, showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { showMyTeam, showTeamRank } from "@first-bounce/contract/team/team";
import { listTrades } from "@first-bounce/contract/team/trade";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { CLIENT_OPTIONS } from "../api/client.ts";
import { isSignedInAs, SESSION_KEY } from "../api/session.ts";
import { callKey } from "../api/use-call.ts";
import { buildStaticKey, buildStaticUrl, SEASON_FILES } from "../api/use-static.ts";
import { paths } from "../app/paths.ts";
import { readStorage, writeStorage } from "../app/session/browser-storage.ts";
import { PUBLIC_CACHE, RELEASE_KEY, USER_CACHE } from "./cache-names.ts";
import { getOwner } from "./stored-data.ts";

/** A response of the last visit for the query cache. */
interface KeptResponse {
	readonly key: readonly unknown[];
	readonly data: unknown;
	/** When the server sent it, in wall milliseconds. */
	readonly sentAt: number;
}

/** From when on this device has run this release. Responses from before may lack what it needs. */
function getReleaseStart(): number {
	const [release, start] = (readStorage("local", RELEASE_KEY) ?? "").split(" ");
	if (release === import.meta.url) return Number(start);
	writeStorage("local", RELEASE_KEY, `${import.meta.url} ${Date.now()}`);
	return Number.POSITIVE_INFINITY;
}

/** Reads what the service worker has kept in its caches since `start`. */
function createReader(start: number) {
	const findResponse = async (url: string) => {
		const response =
			(await caches.match(url, { cacheName: USER_CACHE, ignoreVary: true })) ??
			(await caches.match(url, { cacheName: PUBLIC_CACHE, ignoreVary: true }));
		const sentAt = Date.parse(response?.headers.get("date") ?? "");
		if (!response || !(sentAt >= start)) throw new Error(`${url} was not kept`);
		return { response, sentAt };
	};
	const readCall = async <C extends Call>(call: C, args: Arguments<C>) => {
		const { response, sentAt } = await findResponse(buildUrl(call, CLIENT_OPTIONS, args));
		const { success }: Envelope<SuccessOf<C>> = await response.json();
		if (success === null) throw new Error(`${call.path} failed`);
		return { key: callKey(call, args), data: success, sentAt };
	};
	const readFile = async (name: (typeof SEASON_FILES)[number]): Promise<KeptResponse> => {
		const { response, sentAt } = await findResponse(buildStaticUrl(name));
		return { key: buildStaticKey(name), data: await response.json(), sentAt };
	};
	return { readCall, readFile };
}
type Reader = ReturnType<typeof createReader>;

/** What every screen needs: user, preview gate and clock. Throws if the kept user is another one. */
async function readCommon({ readCall }: Reader, userId: string): Promise<readonly KeptResponse[]> {
	const [user, profile, gate, clock] = await Promise.all([
		readCall(getUser, {}),
		readCall(showMyProfile, {}),
		readCall(showPreviewGate, {}),
		readCall(showClock, {}),
	]);
	if (String(user.data.user.id) !== userId) throw new Error("Another user's data was kept");
	// What time it is by now would be a guess.
	if (clock.data.speed > 1) throw new Error("The clock was sped up");
	const data = { user: user.data.user, teamName: profile.data.userProfile.teamName };
	return [{ key: SESSION_KEY, data, sentAt: user.sentAt }, gate, clock];
}

async function readTeam({ readCall }: Reader): Promise<readonly KeptResponse[]> {
	const [team, draftTeams] = await Promise.all([readCall(showMyTeam, {}), readCall(listMyDraftTeams, {})]);
	const others = await Promise.allSettled([
		readCall(showTeamRank, { query: { roundId: 0, teamId: team.data.team.id } }),
		readCall(listTrades, {}),
	]);
	return [team, draftTeams, ...others.flatMap((result) => (result.status === "fulfilled" ? result.value : []))];
}

async function readLeague({ readCall }: Reader, leagueId: number): Promise<readonly KeptResponse[]> {
	const league = await readCall(showLeague, { params: { id: leagueId } });
	const call = league.data.league.type === "elimination" ? showEliminationLadder : showLeagueLadder;
	return [league, await readCall(call, { query: { leagueId, roundId: 0 } })];
}

/** The responses that a screen starts with; null for a screen that shows nothing of the last visit. */
function readScreen(reader: Reader, pathname: string): Promise<readonly KeptResponse[]> | null {
	if (pathname === paths.team.pattern) return readTeam(reader);
	const { id } = matchPath(paths.league.pattern, pathname)?.params ?? {};
	return id === undefined ? null : readLeague(reader, Number(id));
}

/**
 * Fills the query cache with what a signed-in user's screen showed at her last visit on this device, so that it is painted without
 * waiting for the network (D2.9.851). Everything counts as outdated and is requested as always. Does nothing unless all of it was
 * kept, for this user and by this release. Queries that have data keep theirs.
 */
export async function showLastVisit(queryClient: QueryClient, pathname: string): Promise<void> {
	const releaseStart = getReleaseStart();
	const userId = getOwner();
	if (userId === null || !isSignedInAs(userId) || !("caches" in globalThis)) return;
	const reader = createReader(releaseStart);
	const screen = readScreen(reader, pathname);
	if (!screen) return;
	try {
		const files = Promise.all(SEASON_FILES.map(reader.readFile));
		const responses = (await Promise.all([readCommon(reader, userId), files, screen])).flat();
		for (const { key, data, sentAt } of responses)
			if (queryClient.getQueryData(key) === undefined)
				// The device's clock may be behind the server's.
				queryClient.setQueryData(key, data, { updatedAt: Math.min(sentAt, performance.timeOrigin - 1) });
	} catch {
		// Something was not kept, so the screen waits for the network.
	}
}
