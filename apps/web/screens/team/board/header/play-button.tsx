import { playDemoRound, showClock } from "@first-bounce/contract/clock";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { useSeasonTimer } from "../../../../live/season-clock.ts";

/** Starts the next round of the demo, which every manager may do. */
export const PlayButton = ({ variant }: { readonly variant: "main" | "plain" }) => {
	const { t } = useTranslation();
	const timer = useSeasonTimer();
	const queries = useQueryClient();
	const play = useCallMutation(playDemoRound, {
		meta: { hasInlineError: true },
		onSuccess: (clock) => queries.setQueryData(callKey(showClock, {}), clock),
		onError: (error) => showToast({ tone: "bad", text: getErrorMessage(error, t) }),
	});
	const isPlaying = timer.playingRoundId !== null;
	return (
		<Button
			variant={isPlaying ? "plain" : variant}
			icon="play"
			isCompact={variant === "plain"}
			isDisabled={isPlaying || play.isPending}
			onPress={() => play.mutate({})}
		>
			{isPlaying ? t("team.playing") : t("team.play")}
		</Button>
	);
};
