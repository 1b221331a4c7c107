import { ApiFailure } from "@first-bounce/contract/client";
import { DRAFT_FIGURES, type DraftFigure } from "@first-bounce/rules/ownership/draft-ownership";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useStatic } from "../../../api/use-static.ts";
import { IN_PLACE } from "../../../app/search-params.ts";
import { site } from "../../../app/site.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../components/states/states.tsx";
import type { Column } from "../../../components/table/table.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatInteger } from "../../../i18n/format.ts";
import { type DraftsRow, type DraftsView, formatDraftsView, listDraftsRows, parseDraftsView } from "./drafts-view.ts";
import styles from "./ownership.module.css";
import { Downloads, listPublished, OwnershipFilters } from "./ownership-filters.tsx";
import { PlayerNameCell, PlayersTable } from "./players-table.tsx";

/** A round is counted within a minute or two of its publication. */
const COUNTING_RETRY_MS = 15_000;

/** The figures of a round, and the average picks of the season. */
function useDraftFiles(season: Season, roundId: number | undefined) {
	const positions = useStatic(`${season.id}/draft_positions`, { staleTime: 0, meta: { noErrorModal: true } });
	const ownership = useStatic(`${season.id}/draft_ownership/${roundId ?? 0}`, {
		enabled: roundId !== undefined,
		meta: { noErrorModal: true },
		refetchInterval: ({ state }) => (state.data ? false : COUNTING_RETRY_MS),
	});
	const isCounting = ownership.error instanceof ApiFailure && ownership.error.status === 404;
	const isLoaded = positions.data !== undefined && (roundId === undefined || isCounting || ownership.data);
	return {
		positions: positions.data,
		ownership: ownership.data,
		isCounting: isCounting && !ownership.data,
		isLoaded: Boolean(isLoaded),
		error: positions.error ?? (isCounting ? null : ownership.error),
		retry: () => void Promise.all([positions.refetch(), ownership.refetch()]),
	};
}

interface TableProps {
	readonly rows: readonly DraftsRow[];
	readonly hasFigures: boolean;
	readonly hasPicks: boolean;
	readonly view: DraftsView & { readonly sort: NonNullable<DraftsView["sort"]> };
	readonly onChange: (change: Partial<DraftsView>) => void;
}

const DraftsTable = ({ rows, hasFigures, hasPicks, view, onChange }: TableProps) => {
	const { t } = useTranslation();
	const buildSort = (sort: TableProps["view"]["sort"], isAscending: boolean, title?: string) =>
		({
			direction: view.sort === sort ? (isAscending === view.isReversed ? "desc" : "asc") : null,
			...(title === undefined ? {} : { title }),
			onPress: () => onChange({ sort, isReversed: view.sort === sort && !view.isReversed }),
		}) as const;
	const buildFigure = (figure: DraftFigure): Column<DraftsRow> => ({
		id: figure,
		head: t(`stats.drafts.short.${figure}`),
		isNumber: true,
		sort: buildSort(figure, false, t(`stats.drafts.figure.${figure}`)),
		cell: ({ figures }) => {
			const percent = figures?.[`${figure}Percent`] ?? 0;
			return percent === 0 ? "–" : t("player.percent", { value: formatInteger(percent) });
		},
	});
	const columns: readonly Column<DraftsRow>[] = [
		{
			id: "player",
			head: t("team.listPlayer"),
			sort: buildSort("name", true),
			cell: ({ player }) => <PlayerNameCell player={player} />,
		},
		...(hasFigures ? DRAFT_FIGURES.map(buildFigure) : []),
		...(hasPicks
			? [
					{
						id: "pick",
						head: t("stats.drafts.short.pick"),
						isNumber: true,
						sort: buildSort("pick", true, t("stats.drafts.figure.pick")),
						cell: ({ averagePick }: DraftsRow) => (averagePick === null ? "–" : formatInteger(averagePick)),
					},
				]
			: []),
	];
	return <PlayersTable caption={t("stats.page.drafts")} rows={rows} columns={columns} />;
};

/** How many leagues, teams and drafts were counted, or that they were too few. */
const Notes = ({
	files,
	hasTooFew,
}: {
	readonly files: ReturnType<typeof useDraftFiles>;
	readonly hasTooFew: boolean;
}) => {
	const { t } = useTranslation();
	const { ownership, positions, isCounting } = files;
	const texts = [
		isCounting ? t("stats.drafts.counting") : null,
		ownership && !hasTooFew
			? t("stats.drafts.note", { leagues: formatInteger(ownership.leagues), teams: formatInteger(ownership.teams) })
			: null,
		ownership && hasTooFew ? t("stats.drafts.tooFewRound") : null,
		positions && positions.players.length > 0
			? t("stats.drafts.pickNote", { count: positions.drafts, drafts: formatInteger(positions.drafts) })
			: null,
	];
	return <p className={styles.note}>{texts.filter((text) => text !== null).join(" ")}</p>;
};

/** Who is owned, started, added and dropped across draft leagues, and how early she is drafted. */
export const DraftsPage = ({ season }: { readonly season: Season }) => {
	const { t } = useTranslation();
	const [search, setSearch] = useSearchParams();
	const view = parseDraftsView(search);
	const published = listPublished(season);
	const roundId = (published.find(({ id }) => id === view.roundId) ?? published[0])?.id;
	const files = useDraftFiles(season, roundId);
	const change = (part: Partial<DraftsView>) =>
		setSearch((current) => formatDraftsView({ ...parseDraftsView(current), ...part }, current), IN_PLACE);
	// The filters stay while another round loads.
	const filters = <OwnershipFilters season={season} view={{ ...view, roundId: roundId ?? null }} onChange={change} />;
	if (!files.isLoaded)
		return (
			<>
				{published.length > 1 ? filters : null}
				{files.error ? (
					<ErrorState reason={getErrorMessage(files.error, t)} onRetry={files.retry} />
				) : (
					<Skeleton height="50vh" radius="var(--radius-l)" />
				)}
			</>
		);
	const hasFigures = (files.ownership?.players.length ?? 0) > 0;
	const hasPicks = (files.positions?.players.length ?? 0) > 0;
	if (!hasFigures && !hasPicks && !files.isCounting && published.length < 2)
		return <EmptyState icon="players" title={t("stats.drafts.tooFew")} text={t("stats.drafts.tooFewText")} />;
	const shownView = { ...view, sort: view.sort ?? (hasFigures ? ("owned" as const) : ("pick" as const)) };
	const rows = listDraftsRows(files, season.players, shownView);
	return (
		<>
			{filters}
			<Notes files={files} hasTooFew={!hasFigures} />
			{rows.length > 0 ? (
				<DraftsTable rows={rows} hasFigures={hasFigures} hasPicks={hasPicks} view={shownView} onChange={change} />
			) : null}
			{rows.length === 0 && (hasFigures || hasPicks) ? (
				<EmptyState icon="search" title={t("pool.none")} text={t("stats.noneText")} />
			) : null}
			<p className={styles.downloads}>
				{hasFigures && roundId !== undefined ? (
					<Downloads season={season} name="draft_ownership" roundId={roundId} />
				) : null}
				{hasPicks ? (
					<a href={`${site.staticBase}/fantasy/${season.id}/draft_positions.json`} download>
						{t("stats.drafts.pickJson")}
					</a>
				) : null}
			</p>
		</>
	);
};
