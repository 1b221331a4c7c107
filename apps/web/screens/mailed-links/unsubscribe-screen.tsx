import { unsubscribeFromInvites } from "@first-bounce/contract/calls";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";

/** Unsubscribes from invitation emails. It needs a press, because mail scanners open links. */
export const UnsubscribeScreen = () => {
	const { t } = useTranslation();
	const { token = "" } = useParams();
	const unsubscribe = useCallMutation(unsubscribeFromInvites);
	const isDone = unsubscribe.isSuccess;
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
					<Button
						variant="main"
						isPending={unsubscribe.isPending}
						onPress={() => unsubscribe.mutate({ params: { token }, body: {} })}
					>
						{t("leagues.unsubscribe.button")}
					</Button>
				)}
			</EmptyState>
		</div>
	);
};
