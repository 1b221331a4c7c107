import { listRounds } from "@first-bounce/contract/operator/season";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState, Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";

/**
 * The round from which a change counts: by default the first that has not begun. Undefined until the rounds are loaded, if
 * none is left, or if the chosen one has begun since.
 */
export function useFromRound() {
	const [selectedRoundId, choose] = useState<number | null>(null);
	const { data, error, refetch } = useCall(listRounds, {}, { meta: { noErrorModal: true } });
	const rounds = data?.rounds ?? [];
	const openRoundIds = rounds.slice(rounds.findLastIndex(({ phase }) => phase !== "open") + 1).map(({ id }) => id);
	const begunRoundId =
		data && selectedRoundId !== null && !openRoundIds.includes(selectedRoundId) ? selectedRoundId : null;
	const fromRound = begunRoundId === null ? (selectedRoundId ?? openRoundIds[0]) : undefined;
	return { isLoaded: data !== undefined, error, refetch, openRoundIds, begunRoundId, fromRound, choose };
}

interface Props {
	readonly label: string;
	readonly choice: ReturnType<typeof useFromRound>;
}

export const FromRoundChoice = ({
	label,
	choice: { isLoaded, error, refetch, openRoundIds, begunRoundId, fromRound, choose },
}: Props) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	if (!isLoaded)
		return error ? (
			<ErrorState reason={getErrorMessage(error, tCommon)} onRetry={() => void refetch()} />
		) : (
			<Skeleton height="44px" />
		);
	if (openRoundIds.length === 0) return <Notice tone="warn">{t("players.noRoundLeft")}</Notice>;
	return (
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
	);
};
