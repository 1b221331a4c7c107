import { unsubscribeFromInvites } from "@first-bounce/contract/calls";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useAction } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { EmptyState } from "../../components/states/states.tsx";
import { problemWords } from "../../wording/problem.ts";

/** Where an invitation's mail leads those who want no more: a press, so that no mail scanner unsubscribes anybody. */
export const UnsubscribeScreen = () => {
	const { t } = useTranslation();
	const { token = "" } = useParams();
	const action = useAction(unsubscribeFromInvites);
	const stop = () =>
		action.mutate(
			{ params: { token }, body: {} },
			{ onError: (error) => showProblem({ message: problemWords(error, t) }) },
		);
	const isDone = action.isSuccess;
	return (
		<div role="status">
			<EmptyState
				isPage
				icon={isDone ? "check" : "info"}
				title={t(isDone ? "leagues.unsubscribe.doneTitle" : "leagues.unsubscribe.title")}
				text={t(isDone ? "leagues.unsubscribe.done" : "leagues.unsubscribe.text")}
			>
				<title>{t("app.title", { page: t("leagues.unsubscribe.title") })}</title>
				{isDone ? null : (
					<Button look="main" isPending={action.isPending} onPress={stop}>
						{t("leagues.unsubscribe.button")}
					</Button>
				)}
			</EmptyState>
		</div>
	);
};
