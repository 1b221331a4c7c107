import { listSeasons } from "@first-bounce/contract/operator/season";
import { changeSeasonRules, showSeasonRules } from "@first-bounce/contract/operator/season/season-rules";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../../api/use-call.ts";
import { SelectChip } from "../../../../components/select/select-chip.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { DateTime } from "../../parts/date-time.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryContent } from "../../parts/query-content.tsx";
import { useIsAllowed } from "../../parts/role.tsx";
import { RulesForm } from "./rules-form.tsx";

const SeasonRulesContent = ({ seasonId }: { readonly seasonId: number }) => {
	const { t } = useTranslation("operator");
	const isAllowed = useIsAllowed();
	return (
		<QueryContent query={useCall(showSeasonRules, { params: { id: seasonId } })}>
			{({ rules, lock, firstLockAt }) => (
				<>
					<Notice tone="info">
						{lock === "closed" ? (
							t("rules.closed")
						) : (
							<>
								{t(lock ? "rules.locked" : "rules.open")} <DateTime at={firstLockAt} />
							</>
						)}
					</Notice>
					{/* Saved rules start the form again. */}
					<RulesForm
						key={JSON.stringify(rules)}
						seasonId={seasonId}
						stored={applyDefaultRules(rules)}
						lock={isAllowed(changeSeasonRules) ? lock : (lock ?? "closed")}
					/>
				</>
			)}
		</QueryContent>
	);
};

/** The rules of the current season, or of another one that is imported. */
export const RulesSection = () => {
	const { t } = useTranslation("operator");
	const [selectedSeasonId, setSelectedSeasonId] = useState<number | null>(null);
	return (
		<QueryContent
			query={useCall(listSeasons, {})}
			empty={{ when: ({ seasons }) => seasons.length === 0, title: t("noSeason"), text: t("seasons.noneText") }}
		>
			{({ seasons }) => {
				const firstSeason = seasons.find(({ isCurrent }) => isCurrent) ?? seasons[0];
				const season = seasons.find(({ id }) => id === selectedSeasonId) ?? firstSeason;
				if (!season) return null;
				return (
					<>
						<Panel
							title={t("section.rules")}
							text={t("rules.text")}
							tools={
								seasons.length > 1 ? (
									<SelectChip
										label={t("overview.season")}
										value={season.id}
										choices={seasons.map(({ id, name }) => ({ value: id, label: name }))}
										onChange={setSelectedSeasonId}
									/>
								) : null
							}
						>
							<p>{season.name}</p>
						</Panel>
						<SeasonRulesContent key={season.id} seasonId={season.id} />
					</>
				);
			}}
		</QueryContent>
	);
};
