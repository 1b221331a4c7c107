import { ApiFailure } from "@first-bounce/contract/client";
import type { DraftOwnershipFile, DraftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import type {
	ChecksumsFile,
	CountriesFile,
	MatchFile,
	OwnershipFile,
	PlayerStatsFile,
	PlayersFile,
	PlayerTotalsFile,
	ProjectionsFile,
	RoundsFile,
	SeasonFile,
	SeasonsFile,
	SquadsFile,
} from "@first-bounce/contract/stats/static-data";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { site } from "../app/site.ts";
import { noteResponse } from "../offline/reachability.ts";
import type { CallOptions } from "./use-call.ts";

export interface StaticFiles {
	readonly players: PlayersFile;
	readonly rounds: RoundsFile;
	readonly squads: SquadsFile;
	readonly checksums: ChecksumsFile;
	readonly countries: CountriesFile;
	readonly season: SeasonFile;
	/** The current season and the closed ones. */
	readonly seasons: SeasonsFile;
	readonly player_totals: PlayerTotalsFile;
	readonly projections: ProjectionsFile;
	readonly [stats: `player_stats/${number}`]: PlayerStatsFile;
	readonly [match: `matches/${number}`]: MatchFile;
	/** The players of a season, which may be closed. */
	readonly [players: `${number}/players`]: PlayersFile;
	/** By season and round. */
	readonly [ownership: `${number}/ownership/${number}`]: OwnershipFile;
	readonly [drafts: `${number}/draft_ownership/${number}`]: DraftOwnershipFile;
	readonly [positions: `${number}/draft_positions`]: DraftPositionsFile;
}
type StaticName = keyof StaticFiles;

/** The files that `useSeason` joins. */
export const SEASON_FILES = ["season", "squads", "players", "rounds"] as const;

/** The start of every static file's query key. */
export const STATIC_KEY = ["static"] as const;
export const buildStaticKey = (name: string): readonly unknown[] => [...STATIC_KEY, name];

/** Our server's ETag is the hash that checksums.json lists, marked `-br` if compressed. Other hosts have ETags of their own. */
const OWN_ETAG = /^(?:W\/)?"([\w-]{22})(?:-br)?"$/;
const receivedHashes = new Map<string, string | undefined>();

/** The hash of a file as it was last received; undefined if it was not fetched or its host has other ETags. */
export const getReceivedHash = (name: string): string | undefined => receivedHashes.get(name);

export const buildStaticUrl = (name: StaticName): string => `${site.staticBase}/fantasy/${name}.json`;

async function fetchStatic<Name extends StaticName>(name: Name, signal: AbortSignal): Promise<StaticFiles[Name]> {
	const response = noteResponse(await fetch(buildStaticUrl(name), { cache: "no-cache", signal }));
	if (!response.ok) throw new ApiFailure(response.status, []);
	const content = await response.json();
	receivedHashes.set(name, OWN_ETAG.exec(response.headers.get("etag") ?? "")?.[1]);
	return content;
}

/** The query options of a static file. A failed poll of the checksums is only logged (D1.4.114). */
export const buildStaticQuery = <Name extends StaticName>(name: Name) => ({
	queryKey: buildStaticKey(name),
	...(name === "checksums" ? { meta: { isSilent: true } } : {}),
	queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchStatic(name, signal),
});

/** A static file, revalidated by its ETag: `useStatic("players")`. */
export const useStatic = <Name extends StaticName>(
	name: Name,
	options: CallOptions = {},
): UseQueryResult<StaticFiles[Name], Error> =>
	useQuery({ staleTime: Number.POSITIVE_INFINITY, ...buildStaticQuery(name), ...options });
