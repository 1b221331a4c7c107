import { call } from "../calls.ts";
import type * as cup from "../leagues/cup.ts";

// Separate from calls.ts, because only the cup's screens use them.
export const showCup = call<typeof cup.showCup>("GET", "/fantasy/cup");
export const showCupDraw = call<typeof cup.showCupDraw>("GET", "/fantasy/cup/draw");
export const enterCup = call<typeof cup.enterCup>("POST", "/fantasy/cup/enter");
export const withdrawFromCup = call<typeof cup.withdrawFromCup>("POST", "/fantasy/cup/withdraw");
