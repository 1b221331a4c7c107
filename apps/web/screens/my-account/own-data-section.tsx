import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";

function downloadJson(name: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}

/** Downloads all data about the user as a file. */
export const OwnDataSection = () => {
	const { t } = useTranslation();
	const download = useCallMutation(exportOwnData, {
		onSuccess: (data) =>
			downloadJson(`first-bounce-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, "\t")),
	});
	return (
		<FormCard title={t("account.data")} text={t("account.dataText")}>
			<FormActions>
				<Button isPending={download.isPending} onPress={() => download.mutate({})}>
					{t("account.download")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
