import type { SuccessOf } from "@first-bounce/contract/call";
import type { listRounds } from "@first-bounce/contract/operator/season";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectChip } from "../../../components/select/select-chip.tsx";

export type OperatorRound = SuccessOf<typeof listRounds>["rounds"][number];

/** The selected round, by default `initial` or else the first incomplete round. */
export function useSelectedRound(rounds: readonly OperatorRound[], initial: number | null = null) {
	const [selectedRoundId, choose] = useState<number | null>(initial);
	const first = rounds.find(({ phase }) => phase !== "complete") ?? rounds.at(-1);
	return { round: rounds.find(({ id }) => id === selectedRoundId) ?? first, choose };
}

interface Props {
	readonly rounds: readonly OperatorRound[];
	readonly value: OperatorRound | undefined;
	readonly onChange: (id: number) => void;
}

export const RoundChoice = ({ rounds, value, onChange }: Props) => {
	const { t } = useTranslation("operator");
	return (
		<SelectChip
			label={t("round")}
			value={String(value?.id ?? "")}
			choices={rounds.map(({ id, phase }) => ({
				value: String(id),
				label: `${t("overview.round", { id })} · ${t(`phase.${phase}`)}`,
			}))}
			onChange={(id) => onChange(Number(id))}
		/>
	);
};
