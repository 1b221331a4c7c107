import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { downloadFile } from "../../sharing/download-file.ts";

export const OwnDataSection = () => {
	const { t } = useTranslation();
	const download = useCallMutation(exportOwnData, {
		onSuccess: (data) => {
			const content = new Blob([JSON.stringify(data, null, "\t")], { type: "application/json" });
			downloadFile(`first-bounce-${data.exportedAt.slice(0, 10)}.json`, content);
		},
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
