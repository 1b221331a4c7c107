import { WAIVER_PRIORITIES } from "@first-bounce/rules/draft/claims";
import { TRADE_REVIEW_HOURS, TRADE_REVIEWS } from "@first-bounce/rules/draft/trade-review";
import { getDefaultTradeDeadline } from "@first-bounce/rules/draft/trades";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { useField } from "../../../components/fields/form.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import type { WithDraft } from "../model/draft-form.ts";
import styles from "./create.module.css";

interface Props {
	readonly season: Season;
}

const ALWAYS = "always";

/** How trades are reviewed, and the deadline for them. */
const TradeFields = ({ season: { rounds, rules } }: Props) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const form = useFormContext<WithDraft>();
	const review = useField(form, "draft.tradeReview");
	const hours = useField(form, "draft.tradeReviewHours");
	const deadline = useField(form, "draft.tradeDeadline");
	const deadlineRoundId = deadline.value === undefined ? getDefaultTradeDeadline(rules.lastRound) : deadline.value;
	const roundIds = rounds.map(({ id }) => id).filter((id) => id <= rules.lastRound);
	return (
		<>
			<SelectField
				{...review}
				label={t("leagues.draft.tradeReview")}
				placeholder=""
				choices={TRADE_REVIEWS.map((name) => ({ value: name, label: t(`leagues.draft.tradeReviews.${name}`) }))}
				hint={t(`leagues.draft.tradeReviewText.${review.value}`)}
			/>
			{review.value === "none" ? null : (
				<SelectField
					name={hours.name}
					label={t("leagues.draft.tradeReviewHours")}
					placeholder=""
					value={String(hours.value)}
					choices={TRADE_REVIEW_HOURS.filter((count) => count > 0).map((count) => ({
						value: String(count),
						label: t("leagues.draft.hours", { count }),
					}))}
					onChange={(text) => hours.onChange(TRADE_REVIEW_HOURS.find((count) => String(count) === text) ?? hours.value)}
				/>
			)}
			<SelectField
				name={deadline.name}
				label={t("leagues.draft.tradeDeadline")}
				placeholder=""
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

/** The settings for the season after the draft: waivers, trades, drops and the injured place. Folded, as few leagues change them. */
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
					placeholder=""
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
