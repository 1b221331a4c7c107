import { useSeason } from "../../../api/use-season.ts";

export function useClubs(): {
	readonly clubs: readonly { id: number; name: string; abbreviation: string }[];
	readonly getShortName: (id: number) => string;
} {
	const season = useSeason();
	const squads =
		season.state === "ready"
			? season.value.squads
			: new Map<number, { id: number; name: string; abbreviation: string }>();
	return {
		clubs: [...squads.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en")),
		getShortName: (id) => squads.get(id)?.abbreviation ?? String(id),
	};
}
