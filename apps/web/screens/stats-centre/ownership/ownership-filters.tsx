import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { LINES, type Line } from "@first-bounce/rules/player";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { parseOneOf, parseWholeNumber } from "../../../app/search-params.ts";
import { site } from "../../../app/site.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import styles from "./ownership.module.css";

/** The rounds with figures, newest first. */
export const listPublished = ({ rounds }: Season) => rounds.filter(({ status }) => status === "complete").toReversed();

/** The round, the position and the club that are shown, stored in the URL. */
export interface FilterView {
	/** Null for the newest published round. */
	readonly roundId: number | null;
	readonly position: Line | null;
	readonly squadId: number | null;
}

/** Parses these parameters of a URL query; invalid values fall back to the defaults. */
export const parseFilterView = (query: URLSearchParams): FilterView => ({
	roundId: parseWholeNumber(query.get("round")),
	position: parseOneOf(LINES, query.get("position")),
	squadId: parseWholeNumber(query.get("club")),
});

/** The URL parameters of a filter, without default values. The open player modal stays open. */
export const formatFilterView = ({ roundId, position, squadId }: FilterView, current: URLSearchParams) => ({
	round: roundId,
	position,
	club: squadId,
	player: current.get("player"),
});

/** Whether a player has the position and the club that are shown. */
export const isShownPlayer = (player: PlayerEntry, { position, squadId }: Omit<FilterView, "roundId">): boolean =>
	(position === null || player.position.includes(position)) && (squadId === null || player.squadId === squadId);

interface Props {
	readonly season: Season;
	readonly view: FilterView;
	readonly onChange: (change: Partial<FilterView>) => void;
	/** What else is chosen, after the round. */
	readonly children?: ReactNode;
}

/** Round, position and club. Without a published round there is no round to choose. */
export const OwnershipFilters = ({ season, view, onChange, children }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const published = listPublished(season);
	return (
		<div className={styles.filters}>
			{published.length === 0 ? null : (
				<SelectChip
					label={t("rankings.round")}
					value={view.roundId ?? published[0]?.id ?? null}
					choices={published.map(({ id }) => ({ value: id, label: formatRoundLabel(id, season.rules) }))}
					onChange={(roundId) => onChange({ roundId })}
				/>
			)}
			{children}
			<SelectChip
				label={t("pool.position")}
				value={view.position}
				choices={[
					{ value: null, label: t("stats.ownership.everyPosition") },
					...LINES.map((line) => ({ value: line, label: t(`line.${line}`) })),
				]}
				onChange={(position) => onChange({ position })}
				isActive={view.position !== null}
			/>
			<SelectChip
				label={t("pool.squad")}
				value={view.squadId}
				choices={[
					{ value: null, label: t("pool.allSquads") },
					...[...season.squads.values()].map(({ id, name }) => ({ value: id, label: name })),
				]}
				onChange={(squadId) => onChange({ squadId })}
				isActive={view.squadId !== null}
			/>
		</div>
	);
};

interface DownloadsProps {
	readonly season: Season;
	/** The folder of the files. */
	readonly name: "ownership" | "draft_ownership";
	readonly roundId: number;
}

/** Links to the files of a round and of the season. */
export const Downloads = ({ season, name, roundId }: DownloadsProps) => {
	const { t } = useTranslation();
	const path = `${site.staticBase}/fantasy/${season.id}/${name}`;
	return (
		<>
			<a href={`${path}/${roundId}.csv`} download>
				{t("stats.ownership.csvRound")}
			</a>
			<a href={`${path}.csv`} download>
				{t("stats.ownership.csvSeason")}
			</a>
			<a href={`${path}/${roundId}.json`} download>
				{t("stats.ownership.json")}
			</a>
		</>
	);
};
