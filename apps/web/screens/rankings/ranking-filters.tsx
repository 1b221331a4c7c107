import { STATES } from "@first-bounce/contract/constants";
import { BEST_PERCENTS } from "@first-bounce/rules/rankings/best-of-season";
import { RANK_ORDERS } from "@first-bounce/rules/rankings/ranks";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { Button } from "../../components/button/button.tsx";
import { Segmented } from "../../components/segmented/segmented.tsx";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { DEFAULT_VIEW, hasFilters, NO_FILTERS, type RankingView } from "./ranking-view.ts";
import styles from "./rankings.module.css";

interface Props {
	readonly season: Season;
	readonly view: RankingView;
	readonly onChange: (change: Partial<RankingView>) => void;
}

const BestFilter = ({ view, onChange }: Pick<Props, "view" | "onChange">) => {
	const { t } = useTranslation();
	return (
		<SelectChip
			label={t("rankings.lastSeason")}
			value={view.best}
			choices={[
				{ value: null, label: t("rankings.everyTeam") },
				...BEST_PERCENTS.map((percent) => ({ value: percent, label: t("rankings.best", { percent }) })),
			]}
			onChange={(best) => onChange({ best })}
			isActive
		/>
	);
};

/** Filters for round, order, state and club, and for last season's best if they are shown. */
export const RankingFilters = ({ season, view, onChange }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const startedRounds = season.rounds.filter(({ status }) => status !== "scheduled");
	const newest = startedRounds.at(-1);
	const isByRound = view.roundId !== 0;
	const rounds = (
		isByRound && !startedRounds.some(({ id }) => id === view.roundId) ? season.rounds : startedRounds
	).toReversed();
	return (
		<div className={styles.filters}>
			{newest || isByRound ? (
				<Segmented
					label={t("rankings.rounds")}
					value={isByRound ? "one" : "all"}
					choices={[
						{ value: "all", label: formatRoundLabel(0, season.rules) },
						{ value: "one", label: t("rankings.byRound") },
					]}
					onChange={(choice) =>
						onChange(
							choice === "all"
								? { roundId: 0, order: DEFAULT_VIEW.order }
								: { roundId: newest?.id ?? 0, order: "roundPoints" },
						)
					}
				/>
			) : null}
			{isByRound ? (
				<SelectChip
					label={t("rankings.round")}
					value={view.roundId}
					choices={rounds.map(({ id }) => ({ value: id, label: formatRoundLabel(id, season.rules) }))}
					onChange={(roundId) => onChange({ roundId })}
					isActive
				/>
			) : null}
			<SelectChip
				label={t("rankings.order")}
				value={view.order}
				choices={RANK_ORDERS.map((order) => ({ value: order, label: t(`rankings.by.${order}`) }))}
				onChange={(order) => onChange({ order })}
			/>
			<SelectChip
				label={t("person.state")}
				value={view.state}
				choices={[
					{ value: null, label: t("rankings.everyState") },
					...STATES.map((state) => ({ value: state, label: t(`australianState.${state}`) })),
				]}
				onChange={(state) => onChange({ state })}
				isActive={view.state !== null}
			/>
			<SelectChip
				label={t("rankings.club")}
				value={view.squadId}
				choices={[
					{ value: null, label: t("rankings.everyClub") },
					...[...season.squads.values()].map(({ id, name }) => ({ value: id, label: name })),
				]}
				onChange={(squadId) => onChange({ squadId })}
				isActive={view.squadId !== null}
			/>
			{view.best === null ? null : <BestFilter view={view} onChange={onChange} />}
			{hasFilters(view) ? (
				<Button variant="quiet" onPress={() => onChange(NO_FILTERS)}>
					{t("pool.reset")}
				</Button>
			) : null}
		</div>
	);
};
