import { WAIVER_PRIORITIES } from "@first-bounce/rules/draft/claims";
import { LEAGUE_FORMATS, MAX_DELISTS, MAX_KEEPER_YEARS, MAX_KEEPERS } from "@first-bounce/rules/draft/keepers";
import { TRADE_REVIEW_HOURS, TRADE_REVIEWS } from "@first-bounce/rules/draft/trade-review";
import { getDefaultTradeDeadline } from "@first-bounce/rules/draft/trades";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { useField } from "../../../components/fields/form.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import type { WithDraft } from "../model/draft-form.ts";
import { listStartRounds } from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import styles from "./create.module.css";
import { NumberSelect } from "./number-select.tsx";

interface Props {
	readonly season: Season;
}

const ALWAYS = "always";

const TradeFields = ({ season: { rounds, rules } }: Props) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const timer = useSeasonTimer();
	const form = useFormContext<WithDraft>();
	const review = useField(form, "draft.tradeReview");
	const hours = useField(form, "draft.tradeReviewHours");
	const deadline = useField(form, "draft.tradeDeadline");
	const { lastRound } = rules;
	// The league starts in the next round at the earliest.
	const [first = lastRound] = listStartRounds(rounds, timer.now(), lastRound);
	const deadlineRoundId =
		deadline.value === undefined ? getDefaultTradeDeadline({ first, last: lastRound }) : deadline.value;
	const roundIds = rounds
		.map(({ id }) => id)
		.filter((id) => id <= lastRound && (id >= first || id === deadlineRoundId));
	return (
		<>
			<SelectField
				{...review}
				label={t("leagues.draft.tradeReview")}
				choices={TRADE_REVIEWS.map((name) => ({ value: name, label: t(`leagues.draft.tradeReviews.${name}`) }))}
				hint={t(`leagues.draft.tradeReviewText.${review.value}`)}
			/>
			{review.value === "none" ? null : (
				<NumberSelect
					{...hours}
					label={t("leagues.draft.tradeReviewHours")}
					choices={TRADE_REVIEW_HOURS.filter((count) => count > 0)}
					format={(count) => t("leagues.draft.hours", { count })}
				/>
			)}
			<SelectField
				name={deadline.name}
				label={t("leagues.draft.tradeDeadline")}
				value={deadlineRoundId === null ? ALWAYS : String(deadlineRoundId)}
				choices={[
					...roundIds.map((id) => ({
						value: String(id),
						label: t("leagues.draft.tradeDeadlineBefore", { round: formatRoundName(id) }),
					})),
					{ value: ALWAYS, label: t("leagues.draft.tradeDeadlineNone") },
				]}
				hint={t("leagues.draft.tradeDeadlineText")}
				onChange={(text) => deadline.onChange(text === ALWAYS ? null : Number(text))}
			/>
		</>
	);
};

/**
 * The settings for the season after the draft: waivers, trades, drops and the injured place. Folded, as few leagues change
 * them.
 */
export const SeasonFields = ({ season }: Props) => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const priority = useField(form, "draft.waiverPriority");
	const protectsBest = useField(form, "draft.protectsBest");
	const hasInjuredPlace = useField(form, "draft.hasInjuredPlace");
	return (
		<details className={styles.further}>
			<summary>{t("leagues.draft.season")}</summary>
			<p className={styles.fixed}>{t("leagues.draft.seasonText")}</p>
			<div className={styles.typeOptions}>
				<SelectField
					{...priority}
					label={t("leagues.draft.waiverPriority")}
					choices={WAIVER_PRIORITIES.map((name) => ({
						value: name,
						label: t(`leagues.draft.waiverPriorities.${name}`),
					}))}
					hint={t(`leagues.draft.waiverPriorityText.${priority.value}`)}
				/>
				<TradeFields season={season} />
				<div>
					<CheckboxField name={protectsBest.name} isSelected={protectsBest.value} onChange={protectsBest.onChange}>
						{t("leagues.draft.protectsBest")}
					</CheckboxField>
					<p className={styles.fixed}>{t("leagues.draft.protectsBestText")}</p>
				</div>
				<div>
					<CheckboxField
						name={hasInjuredPlace.name}
						isSelected={hasInjuredPlace.value}
						onChange={hasInjuredPlace.onChange}
					>
						{t("leagues.draft.hasInjuredPlace")}
					</CheckboxField>
					<p className={styles.fixed}>{t("leagues.draft.hasInjuredPlaceText")}</p>
				</div>
			</div>
		</details>
	);
};

const ANY_YEARS = "any";
const listNumbers = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);

const KeeperFields = () => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const maxKeepers = useField(form, "draft.maxKeepers");
	const maxYears = useField(form, "draft.maxKeeperYears");
	return (
		<>
			<NumberSelect
				{...maxKeepers}
				label={t("leagues.format.maxKeepers")}
				hint={t("leagues.format.maxKeepersHint")}
				choices={listNumbers(MAX_KEEPERS)}
				format={(count) => t("leagues.format.players", { count })}
			/>
			<SelectField
				name={maxYears.name}
				label={t("leagues.format.maxYears")}
				hint={t("leagues.format.maxYearsHint")}
				value={maxYears.value === null ? ANY_YEARS : String(maxYears.value)}
				choices={[
					...listNumbers(MAX_KEEPER_YEARS).map((count) => ({
						value: String(count),
						label: t("leagues.format.years", { count }),
					})),
					{ value: ANY_YEARS, label: t("leagues.format.anyYears") },
				]}
				onChange={(text) => maxYears.onChange(text === ANY_YEARS ? null : Number(text))}
			/>
		</>
	);
};

/** What happens to squads when the next season begins. */
export const FormatFields = () => {
	const { t } = useTranslation();
	const form = useFormContext<WithDraft>();
	const format = useField(form, "draft.format");
	const delists = useField(form, "draft.minDelists");
	return (
		<>
			<ChoiceField
				label={t("leagues.format.label")}
				value={format.value}
				choices={LEAGUE_FORMATS.map((value) => ({ value, label: t(`leagues.format.${value}`) }))}
				onChange={format.onChange}
				hint={t(`leagues.format.text.${format.value}`)}
			/>
			{format.value === "keeper" ? <KeeperFields /> : null}
			{format.value === "dynasty" ? (
				<NumberSelect
					{...delists}
					label={t("leagues.format.minDelists")}
					hint={t("leagues.format.minDelistsHint")}
					choices={listNumbers(MAX_DELISTS)}
					format={(count) => t("leagues.format.players", { count })}
				/>
			) : null}
		</>
	);
};
