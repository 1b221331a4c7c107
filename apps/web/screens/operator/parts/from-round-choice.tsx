import { listRounds } from "@first-bounce/contract/calls/operator-calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";

/** The round from which a change counts: by default the first that has not begun. Undefined if none is left. */
export function useFromRound() {
	const [chosen, choose] = useState<number | null>(null);
	const rounds = useCall(listRounds, {}).data?.rounds ?? [];
	const open = rounds.slice(rounds.findLastIndex(({ phase }) => phase !== "open") + 1).map(({ id }) => id);
	const fromRound = open.find((id) => id === chosen) ?? open[0];
	return { open, fromRound, choose };
}

interface Props extends ReturnType<typeof useFromRound> {
	readonly label: string;
}

export const FromRoundChoice = ({ label, open, fromRound, choose }: Props) => {
	const { t } = useTranslation("operator");
	if (fromRound === undefined) return null;
	return (
		<SelectChip
			label={label}
			value={String(fromRound)}
			choices={open.map((id) => ({ value: String(id), label: t("players.from", { id }) }))}
			onChange={(id) => choose(Number(id))}
		/>
	);
};
