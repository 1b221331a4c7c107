import { parseIdNumber } from "@first-bounce/contract/operator/id-lookup";
import { simplifyName } from "@first-bounce/contract/operator/player-names";
import { type Line, parsePositions } from "@first-bounce/rules/player";
import { MAX_AGE_YEARS, MIN_AGE_YEARS } from "@first-bounce/rules/season-changes/change-limits";
import { parseDate } from "../../seasons/import/csv/dates.ts";
import { type Decisions, parseKeep } from "./decisions-file.ts";
import type { PositionTable } from "./positions.ts";
import type { SeasonSummary, SummaryPlayer } from "./previous-seasons.ts";
import type { SquadEntry } from "./provider-schemas.ts";
import { getYear, type ProviderSeason } from "./read-provider-season.ts";

export interface FetchedSquad {
	readonly id: number;
	readonly name: string;
	readonly abbreviation: string;
	readonly providerId: string;
}

export interface FetchedPlayer {
	readonly id: number;
	readonly providerId: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly squadId: number;
	readonly positions: readonly Line[];
	/** Empty if it is not known. */
	readonly birthday: string;
	/** Whether she was listed or played in a previous season. */
	readonly isKnown: boolean;
}

interface Candidate {
	readonly squad: FetchedSquad;
	readonly entry: SquadEntry;
	/** Empty if it is not known. */
	readonly birthday: string;
	/** The same player in our previous seasons. */
	readonly previousPlayer: SummaryPlayer | undefined;
	/** Whether she was listed or played in a previous season. */
	readonly isKnown: boolean;
}

export interface PlayerContext {
	readonly squads: readonly FetchedSquad[];
	readonly previousSeasons: readonly SeasonSummary[];
	readonly positions: PositionTable;
	readonly decisions: Decisions;
}

/** Gets the jumper number; 0 if she has none. */
const getJumperNumber = ({ entry }: Candidate): number => entry.jumperNumber ?? 0;
const getName = ({ entry: { player } }: Candidate): string => `${player.firstName ?? ""} ${player.surname}`.trim();
const getProviderId = ({ entry }: Candidate): string => entry.player.providerId;
const formatCandidate = (candidate: Candidate): string => `${getName(candidate)}, ${candidate.squad.name}`;
/** Reads the day of birth; empty if it is missing or one that an import would refuse. */
function readBirthday({ player }: SquadEntry, year: number): string {
	const birthday = parseDate((player.dateOfBirth ?? "").slice(0, 10), null) ?? "";
	const age = year - Number(birthday.slice(0, 4));
	return age > MIN_AGE_YEARS && age < MAX_AGE_YEARS ? birthday : "";
}

/**
 * Chooses one club for a player whom the provider lists at several: by the operator's decision or, until there is one, a
 * club that gave her a jumper number, preferably not her previous one.
 */
function chooseClub(candidates: readonly Candidate[], decisions: Decisions): Candidate | null {
	const [first] = candidates;
	if (!first) return null;
	const listings = [...new Map(candidates.map((candidate) => [candidate.squad.id, candidate])).values()];
	if (listings.length === 1) return first;
	const numbered = listings.filter((listing) => getJumperNumber(listing) > 0);
	const suggested =
		numbered.find(({ squad, previousPlayer }) => squad.providerId !== previousPlayer?.club) ?? numbered[0] ?? first;
	const decision = decisions.ask(
		{
			kind: "two-clubs",
			id: getProviderId(first),
			about: getName(first),
			problem: `listed at ${listings.map(({ squad, entry }) => `${squad.abbreviation} (number ${entry.jumperNumber || "none"})`).join(" and ")}`,
			default: suggested.squad.abbreviation,
		},
		(text) => {
			if (text.toLowerCase() === "out") return { candidate: null };
			const listing = listings.find(({ squad }) => squad.abbreviation.toLowerCase() === text.toLowerCase());
			return listing ? { candidate: listing } : null;
		},
	);
	return decision ? decision.candidate : suggested;
}

/** Asks whether to keep players without a jumper number, unless their club has not given out any numbers yet. */
function dropUnnumbered(candidates: readonly Candidate[], decisions: Decisions): Candidate[] {
	const clubsWithNumbers = new Set(
		candidates.filter((candidate) => getJumperNumber(candidate) > 0).map(({ squad }) => squad.id),
	);
	return candidates.filter((candidate) => {
		if (getJumperNumber(candidate) > 0 || !clubsWithNumbers.has(candidate.squad.id)) return true;
		const { isKnown } = candidate;
		const question = {
			kind: "no-jumper" as const,
			id: getProviderId(candidate),
			about: formatCandidate(candidate),
			problem: isKnown
				? "has no jumper number and was listed last season: perhaps retired"
				: "has no jumper number and is new",
			default: isKnown ? "out" : "keep",
		};
		return decisions.ask(question, parseKeep) ?? !isKnown;
	});
}

/** Asks about players with the same name who may be one person: their birthdays do not differ. */
function dropDuplicates(candidates: readonly Candidate[], decisions: Decisions): Candidate[] {
	const dropped = new Set<Candidate>();
	for (const namesakes of Map.groupBy(candidates, (candidate) => simplifyName(getName(candidate))).values()) {
		for (const candidate of namesakes) {
			const { birthday } = candidate;
			const others = namesakes.filter(
				(namesake) =>
					namesake !== candidate && (birthday === "" || namesake.birthday === "" || namesake.birthday === birthday),
			);
			if (others.length === 0) continue;
			const isCertain = birthday !== "" && others.some((other) => other.birthday === birthday);
			const [best] = [candidate, ...others].toSorted(
				(a, b) => Number(b.isKnown) - Number(a.isKnown) || getJumperNumber(b) - getJumperNumber(a),
			);
			const isKept = !isCertain || best === candidate;
			const question = {
				kind: "same-person" as const,
				id: getProviderId(candidate),
				about: formatCandidate(candidate),
				problem: `${isCertain ? "same name and birthday as" : "same name, with a birthday missing, as"} ${others.map((other) => `${getProviderId(other)}, ${other.squad.name}`).join("; ")}`,
				default: isKept ? "keep" : "out",
			};
			if (!(decisions.ask(question, parseKeep) ?? isKept)) dropped.add(candidate);
		}
	}
	return candidates.filter((candidate) => !dropped.has(candidate));
}

/**
 * Chooses a player's positions: those of the provider's word in the table, or else the operator's decision, or else
 * those of a previous season. Null leaves her out.
 */
function choosePositions(
	candidate: Candidate,
	{ positions, decisions }: Pick<PlayerContext, "positions" | "decisions">,
): readonly Line[] | null {
	const word = candidate.entry.position?.toUpperCase() ?? "";
	const listedPositions = positions.get(word) ?? [];
	if (listedPositions.length > 0) return listedPositions;
	const previousPositions = candidate.previousPlayer?.positions ?? null;
	const question = {
		kind: "position" as const,
		id: getProviderId(candidate),
		about: formatCandidate(candidate),
		problem:
			word === "" ? "has no position" : `${word} is not in positions.csv, which can say what it means for everyone`,
		default: previousPositions ? previousPositions.join("/") : "out",
	};
	const decision = decisions.ask(question, (text) => {
		if (text.toLowerCase() === "out") return { lines: null };
		const lines = parsePositions(text);
		return lines && { lines };
	});
	return decision ? decision.lines : previousPositions;
}

/** Builds the season's players. A player's id is that of a previous season, or else the number in the provider's id. */
export function buildPlayers(season: ProviderSeason, context: PlayerContext): FetchedPlayer[] {
	const { squads, previousSeasons, decisions } = context;
	const year = getYear(season.compSeason);
	const findPreviousPlayer = (providerId: string) =>
		previousSeasons.find(({ players }) => players.has(providerId))?.players.get(providerId);
	const hasRecord = (providerId: string) => previousSeasons.some(({ records }) => records.has(providerId));
	const buildCandidate = (squad: FetchedSquad, entry: SquadEntry): Candidate => {
		const { providerId } = entry.player;
		const previousPlayer = findPreviousPlayer(providerId);
		const birthday = readBirthday(entry, year);
		return { squad, entry, birthday, previousPlayer, isKnown: previousPlayer !== undefined || hasRecord(providerId) };
	};
	const bySquad = new Map(squads.map((squad) => [squad.providerId, squad]));
	const candidates = season.squads.flatMap(({ team, players }) => {
		const squad = bySquad.get(team.providerId);
		return squad ? players.map((entry) => buildCandidate(squad, entry)) : [];
	});
	const oneClubEach = [...Map.groupBy(candidates, getProviderId).values()].flatMap(
		(listings) => chooseClub(listings, decisions) ?? [],
	);
	const people = dropDuplicates(dropUnnumbered(oneClubEach, decisions), decisions);
	const getPreviousId = ({ previousPlayer }: Candidate) => previousPlayer?.id;
	const takenIds = new Set(people.map(getPreviousId).filter((id) => id !== undefined));
	const takeId = (providerId: string): number => {
		let id = parseIdNumber(providerId) ?? 1;
		while (takenIds.has(id)) id++;
		takenIds.add(id);
		return id;
	};
	return people
		.toSorted((a, b) => a.squad.id - b.squad.id || getProviderId(a).localeCompare(getProviderId(b)))
		.flatMap((candidate) => {
			const positions = choosePositions(candidate, context);
			if (!positions) return [];
			const { player } = candidate.entry;
			return {
				id: getPreviousId(candidate) ?? takeId(player.providerId),
				providerId: player.providerId,
				firstName: player.firstName ?? "",
				lastName: player.surname,
				squadId: candidate.squad.id,
				positions,
				birthday: candidate.birthday,
				isKnown: candidate.isKnown,
			};
		});
}
