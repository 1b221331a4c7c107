import type { Team } from "@first-bounce/contract/team/team";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { useSelectedRound } from "./use-selected-round.ts";

/** Switches between the rounds that this team has played. */
export const RoundSwitcher = ({ team, season }: { readonly team: Team; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const { roundId, choose } = useSelectedRound(team, season);
	const { current, rounds, rules } = season;
	if (!current || team.startRoundId === null || team.startRoundId >= current.id) return null;
	const start = team.startRoundId;
	const choices = rounds
		.filter(({ id }) => id >= start && id <= current.id)
		.map(({ id }) => ({ value: String(id), label: formatRoundLabel(id, rules) }))
		.reverse();
	return (
		<SelectChip
			label={t("team.roundSwitcher")}
			variant="plain"
			value={String(roundId)}
			choices={choices}
			onChange={(value) => choose(Number(value))}
		/>
	);
};
