import { listRounds } from "@first-bounce/contract/operator/season";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { LoadedContent } from "../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../components/states/states.tsx";

/**
 * The round from which a change counts: by default the first that has not begun. Undefined until the rounds are loaded, if
 * none is left, or if the chosen one has begun since.
 */
export function useFromRound() {
	const [selectedRoundId, choose] = useState<number | null>(null);
	const query = useQuietCall(listRounds, {});
	const rounds = query.data?.rounds ?? [];
	const openRoundIds = rounds.slice(rounds.findLastIndex(({ phase }) => phase !== "open") + 1).map(({ id }) => id);
	const begunRoundId =
		query.data && selectedRoundId !== null && !openRoundIds.includes(selectedRoundId) ? selectedRoundId : null;
	const fromRound = begunRoundId === null ? (selectedRoundId ?? openRoundIds[0]) : undefined;
	return { query, openRoundIds, begunRoundId, fromRound, choose };
}

interface Props {
	readonly label: string;
	readonly choice: ReturnType<typeof useFromRound>;
}

export const FromRoundChoice = ({ label, choice }: Props) => {
	const { t } = useTranslation("operator");
	const { query, openRoundIds, begunRoundId, fromRound, choose } = choice;
	if (query.data && openRoundIds.length === 0) return <Notice tone="warn">{t("players.noRoundLeft")}</Notice>;
	return (
		<LoadedContent query={query} height="44px">
			{() => (
				<>
					<SelectChip
						label={label}
						value={String(fromRound ?? begunRoundId)}
						choices={[...(begunRoundId === null ? [] : [begunRoundId]), ...openRoundIds].map((id) => ({
							value: String(id),
							label: t("players.from", { id }),
						}))}
						onChange={(id) => choose(Number(id))}
					/>
					{begunRoundId === null ? null : <Notice tone="warn">{t("players.roundBegun", { id: begunRoundId })}</Notice>}
				</>
			)}
		</LoadedContent>
	);
};
