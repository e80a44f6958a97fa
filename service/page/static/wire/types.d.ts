/** The documents of the contract, as `npm run contract` writes them: the page knows no others. */
import type { components } from "../../../../openapi/typescript/contract.js";

type Schemas = components["schemas"];

export type ProblemDetails = Schemas["ProblemDetails"];
export type Game = Schemas["GameEntry"];
export type GameSummary = Schemas["GameSummary"];
export type Face = Schemas["CardFace"];
export type Layout = Schemas["Layout"];
export type Zone = Schemas["Zone"];
export type Item = Schemas["Item"];
export type Counter = Schemas["Counter"];
export type Header = Schemas["Header"];
export type Entry = Schemas["FeedEntry"];
export type Decision = Schemas["SeatDecision"];
export type View = Schemas["SeatView"];
export type Said = Schemas["ChatEntry"] & { channel: string };
export type Reason = Schemas["ReportMessage"]["reason"];
export type Move = { type: string } & Record<string, unknown>;
export type ListedTournament = Schemas["ListedTournament"];
export type SeenTournament = Schemas["SeenTournament"];
export type Entrant = Schemas["EntrantView"];
export type Round = Schemas["RoundView"];
export type RoundTable = Round["tables"][number];
export type Standing = Schemas["Standing"];
export type Blocks = Schemas["BlocksObject"]["blocks"];
export type ShownToken = Schemas["ShownToken"];
export type MyTokens = Schemas["MyTokens"];
export type Profile = Schemas["Profile"];
export type Fared = Schemas["OptionsFared"];
export type Leaderboard = Schemas["Leaderboard"];
