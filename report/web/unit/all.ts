import { done } from "./check";
import "./groups.test";
import "./points.test";

done();
