import { ApiFailure } from "@first-bounce/contract/client";
import type { OwnershipFile } from "@first-bounce/contract/stats/static-data";
import { OWNERSHIP_FIGURES, OWNERSHIP_SIZES, type OwnershipFigure } from "@first-bounce/rules/ownership/ownership";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useStatic } from "../../../api/use-static.ts";
import { IN_PLACE } from "../../../app/search-params.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import type { Column } from "../../../components/table/table.tsx";
import { formatAverage, formatInteger, PERCENT_SIGN } from "../../../i18n/format.ts";
import { useMedia } from "../../../live/use-media.ts";
import styles from "./ownership.module.css";
import { Downloads, listPublished, OwnershipFilters } from "./ownership-filters.tsx";
import {
	formatView,
	type GroupKey,
	getGroupKey,
	listRows,
	type OwnershipRow,
	type OwnershipView,
	parseView,
	type ShownView,
} from "./ownership-view.ts";
import { PlayerNameCell, PlayersTable } from "./players-table.tsx";

const SMALL_SCREEN = "(max-width: 39.9375em)";

interface TableProps {
	readonly groups: OwnershipFile["groups"];
	readonly rows: readonly OwnershipRow[];
	readonly view: ShownView;
	readonly onChange: (change: Partial<OwnershipView>) => void;
}

function useGroupName(): (key: GroupKey) => string {
	const { t } = useTranslation();
	return (key) =>
		key === "all" ? t("stats.ownership.allTeams") : t("stats.ownership.top", { teams: formatInteger(Number(key)) });
}

interface ShareProps {
	readonly row: OwnershipRow;
	readonly group: GroupKey;
	readonly figure: OwnershipFigure;
	readonly hasCount: boolean;
}

/** A figure as a percentage of the group's teams, with their number on wide screens. */
const Share = ({ row, group, figure, hasCount }: ShareProps) => {
	const { t } = useTranslation();
	const figures = row.figures.get(group);
	if (!figures || figures[figure] === 0) return "–";
	return (
		<>
			{formatAverage(figures[`${figure}Percent`]) + PERCENT_SIGN}
			{hasCount ? (
				<small className={styles.count}>
					{t("stats.ownership.count", { count: figures[figure], teams: formatInteger(figures[figure]) })}
				</small>
			) : null}
		</>
	);
};

/** A column for each group on wide screens; on phones a column for each figure of the chosen group. */
const OwnershipTable = ({ groups, rows, view, onChange }: TableProps) => {
	const { t } = useTranslation();
	const isSmall = useMedia(SMALL_SCREEN);
	const getGroupName = useGroupName();
	const toggle = (isSorted: boolean, change: Partial<OwnershipView>) =>
		onChange({ isByName: false, direction: isSorted && view.direction === "desc" ? "asc" : "desc", ...change });
	const buildColumn = (group: GroupKey, figure: OwnershipFigure): Column<OwnershipRow> => {
		const isSorted = !view.isByName && group === view.group && figure === view.figure;
		return {
			id: `${group} ${figure}`,
			head: isSmall ? t(`stats.ownership.short.${figure}`) : getGroupName(group),
			isNumber: true,
			sort: {
				direction: isSorted ? view.direction : null,
				title: t(`stats.ownership.figure.${figure}`),
				onPress: () => toggle(isSorted, { group, figure }),
			},
			cell: (row) => <Share row={row} group={group} figure={figure} hasCount={!isSmall} />,
		};
	};
	const columns: readonly Column<OwnershipRow>[] = [
		{
			id: "player",
			head: t("team.listPlayer"),
			sort: {
				// Names are listed from A to Z first.
				direction: view.isByName ? (view.direction === "desc" ? "asc" : "desc") : null,
				onPress: () => toggle(view.isByName, { isByName: true }),
			},
			cell: ({ player }) => <PlayerNameCell player={player} />,
		},
		...(isSmall
			? OWNERSHIP_FIGURES.map((figure) => buildColumn(view.group, figure))
			: groups.map((group) => buildColumn(getGroupKey(group), view.figure))),
	];
	return <PlayersTable caption={t("stats.page.ownership")} rows={rows} columns={columns} />;
};

/** A round is counted within seconds of its publication. */
const COUNTING_RETRY_MS = 5_000;

interface FilterProps {
	readonly season: Season;
	/** Empty until they have loaded, and in a round with too few teams. */
	readonly groups: OwnershipFile["groups"];
	readonly view: OwnershipView;
	readonly onChange: (change: Partial<OwnershipView>) => void;
}

/** Round, club and position; on wide screens the figure, on phones the group. */
const Filters = ({ season, groups, view, onChange }: FilterProps) => {
	const { t } = useTranslation();
	const getGroupName = useGroupName();
	const isSmall = useMedia(SMALL_SCREEN);
	return (
		<OwnershipFilters season={season} view={view} onChange={onChange}>
			{isSmall ? (
				view.group === null || groups.length === 0 ? null : (
					<SelectChip
						label={t("stats.ownership.teams")}
						value={view.group}
						choices={groups.map(getGroupKey).map((key) => ({ value: key, label: getGroupName(key) }))}
						onChange={(group) => onChange({ group })}
					/>
				)
			) : (
				<SelectChip
					label={t("stats.ownership.shown")}
					value={view.figure}
					choices={OWNERSHIP_FIGURES.map((figure) => ({ value: figure, label: t(`stats.ownership.figure.${figure}`) }))}
					onChange={(figure) => onChange({ figure, isByName: false, direction: "desc" })}
				/>
			)}
		</OwnershipFilters>
	);
};

interface RoundProps extends Pick<FilterProps, "season" | "onChange"> {
	readonly view: OwnershipView & { readonly roundId: number };
}

interface ContentProps extends RoundProps {
	readonly data: OwnershipFile;
	readonly group: GroupKey;
}

/** The players of a round with enough teams. */
const Content = ({ season, data, view, group, onChange }: ContentProps) => {
	const { t } = useTranslation();
	const { groups } = data;
	const shownView = { ...view, group };
	const rows = listRows(data, season.playerById, shownView);
	return (
		<>
			<p className={styles.note}>
				{t("stats.ownership.note")}
				{groups.length <= OWNERSHIP_SIZES.length ? ` ${t("stats.ownership.larger")}` : ""}
			</p>
			{rows.length === 0 ? (
				<EmptyState icon="search" title={t("pool.none")} text={t("stats.noneText")} />
			) : (
				<OwnershipTable groups={groups} rows={rows} view={shownView} onChange={onChange} />
			)}
			<p className={styles.downloads}>
				<Downloads season={season} name="ownership" roundId={view.roundId} />
			</p>
		</>
	);
};

/** The filters stay while another round loads, or if it has no figures. */
const RoundOwnership = ({ season, view, onChange }: RoundProps) => {
	const { t } = useTranslation();
	const { roundId } = view;
	const query = useStatic(`${season.id}/ownership/${roundId}`, {
		// A correction changes the file.
		staleTime: 0,
		meta: { noErrorModal: true },
		refetchInterval: ({ state }) => (state.data ? false : COUNTING_RETRY_MS),
	});
	const { data, error } = query;
	const isCounting = error instanceof ApiFailure && error.status === 404;
	const groups = data?.groups ?? [];
	const keys = groups.map(getGroupKey);
	const group = keys.find((key) => key === view.group) ?? keys[0] ?? null;
	const renderContent = () => {
		if (!data && isCounting)
			return (
				<EmptyState icon="players" title={t("stats.ownership.counting")} text={t("stats.ownership.countingText")} />
			);
		if (!data) return <LoadingOrError of={[query]} height="50vh" />;
		if (group === null)
			return <EmptyState icon="players" title={t("stats.ownership.tooFew")} text={t("stats.ownership.tooFewText")} />;
		return <Content season={season} data={data} view={view} group={group} onChange={onChange} />;
	};
	return (
		<>
			<Filters season={season} groups={groups} view={{ ...view, group }} onChange={onChange} />
			{renderContent()}
		</>
	);
};

/** Who had, captained and traded each player in a published round, among the best teams and among all. */
export const OwnershipPage = ({ season }: { readonly season: Season }) => {
	const { t } = useTranslation();
	const [search, setSearch] = useSearchParams();
	const view = parseView(search);
	const published = listPublished(season);
	const round = published.find(({ id }) => id === view.roundId) ?? published[0];
	const change = (part: Partial<OwnershipView>) =>
		setSearch((current) => formatView({ ...parseView(current), ...part }, current), IN_PLACE);
	if (!round)
		return <EmptyState icon="players" title={t("stats.ownership.notYet")} text={t("stats.ownership.notYetText")} />;
	return <RoundOwnership season={season} view={{ ...view, roundId: round.id }} onChange={change} />;
};
