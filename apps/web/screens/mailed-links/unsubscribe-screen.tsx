import { unsubscribeFromResultMails } from "@first-bounce/contract/accounts/notifications";
import { unsubscribeFromInvites } from "@first-bounce/contract/leagues/league-invites";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";

/** Unsubscribes from invitation or result emails. It needs a press, because mail scanners open links. */
export const UnsubscribeScreen = () => {
	const { t } = useTranslation();
	const { token = "" } = useParams();
	const [search] = useSearchParams();
	const isForResults = search.get("mails") === "results";
	const unsubscribe = useCallMutation(isForResults ? unsubscribeFromResultMails : unsubscribeFromInvites);
	const title = t(isForResults ? "leagues.unsubscribe.resultsTitle" : "leagues.unsubscribe.title");
	const doneText = t(isForResults ? "leagues.unsubscribe.resultsDone" : "leagues.unsubscribe.done");
	const askText = t(isForResults ? "leagues.unsubscribe.resultsText" : "leagues.unsubscribe.text");
	const isDone = unsubscribe.isSuccess;
	return (
		<div role="status">
			<EmptyState
				isPage
				icon={isDone ? "check" : "info"}
				title={isDone ? t("leagues.unsubscribe.doneTitle") : title}
				text={isDone ? doneText : askText}
			>
				<title>{t("app.title", { page: title })}</title>
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
