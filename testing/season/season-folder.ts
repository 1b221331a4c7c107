import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const FILES = {
	"season.json": `{\n\t"id": 7,\n\t"name": "Two squads",\n\t"scoring": { "H": 2 }\n}\n`,
	"squads.csv": "id,name,abbreviation\n10,Harbour,HAR\n20,Ranges,RAN\n",
	"rounds.csv": "id,name,finals\n1,Round 1,false\n2,Round 2,false\n3,Grand Final,true\n",
	"matches.csv": [
		"id,round_id,home_squad_id,away_squad_id,start_utc,venue,home_score,away_score",
		"101,1,10,20,2026-08-28T09:15:00Z,Pier Oval,31,30",
		"102,2,20,10,2026-09-04T09:15:00Z,Summit Park,,",
		"103,3,10,20,2026-09-11T09:15:00Z,Pier Oval,,",
		"",
	].join("\n"),
	"players.csv": [
		"id,first_name,last_name,squad_id,position,birthday,round1_price,round2_price",
		"1,Ada,Reef,10,DEF,2001-02-03,500000,510000",
		"2,Bea,Cliff,20,MID/FWD,,700000,690000",
		"",
	].join("\n"),
	"signings.csv":
		"id,first_name,last_name,squad_id,position,birthday,from_round,opening_price\n3,Cleo,Ford,10,RUC,,2,300000\n",
	"stats.csv": [
		"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage,fantasy_points",
		"101,1,1,10,10,5,4,3,0,1,2,0,0,80,60",
		"101,1,2,20,8,2,1,6,0,0,0,1,1,75,64",
		"",
	].join("\n"),
};
export type SeasonFileName = keyof typeof FILES;

export interface WrittenFolder {
	readonly path: string;
	/** Rewrites a file with its original text changed. */
	readonly edit: (name: SeasonFileName, change: (text: string) => string | Uint8Array) => void;
	/** A file's original text. */
	readonly text: (name: SeasonFileName) => string;
	readonly remove: (name: SeasonFileName) => void;
	readonly write: (name: string, text: string | Uint8Array) => string;
	readonly discard: () => void;
}

/** Writes the smallest season as a folder for `season import`: two squads, three players, one match played. */
export function createSeasonFolder(): WrittenFolder {
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-season-"));
	const write = (name: string, text: string | Uint8Array) => {
		const file = path.join(folder, name);
		writeFileSync(file, text);
		return file;
	};
	for (const [name, text] of Object.entries(FILES)) write(name, text);
	return {
		path: folder,
		write,
		edit: (name, change) => write(name, change(FILES[name])),
		text: (name) => FILES[name],
		remove: (name) => rmSync(path.join(folder, name)),
		discard: () => rmSync(folder, { recursive: true }),
	};
}
