"""Tells BenchExec how to run dporbench on verification tasks, and how to read its verdicts."""

from pathlib import Path

import benchexec.tools.template
from benchexec import result
from benchexec.tools.template import UnsupportedFeatureException

CHECKS = ["unreach-call", "valid-free", "valid-deref", "valid-memtrack", "valid-memcleanup", "no-data-race"]

VERDICTS = {
    "true": result.RESULT_TRUE_PROP,
    **{f"false({check})": f"{result.RESULT_FALSE_PROP}({check})" for check in CHECKS},
    # for a violation witness
    "confirmed": result.RESULT_FALSE_REACH,
    "not confirmed": result.RESULT_UNKNOWN,
}


class Tool(benchexec.tools.template.BaseTool2):
    """dporbench explores concurrent C programs by dynamic partial order reduction."""

    def name(self):
        return "dporbench"

    def executable(self, tool_locator):
        return tool_locator.find_executable("dporbench", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="dporbench version v")

    def cmdline(self, executable, options, task, rlimits):
        if not task.property_file:
            raise UnsupportedFeatureException("dporbench needs a property file")
        given = task.options or {}
        witness = given.get("witness_input_file")
        is_witness = [Path(file).name == witness for file in task.input_files]
        programs = [f for f, w in zip(task.input_files, is_witness) if not w]
        witnesses = [f for f, w in zip(task.input_files, is_witness) if w]
        if len(programs) != 1 or len(witnesses) > 1:
            raise UnsupportedFeatureException("dporbench takes one C file, and a witness at most")
        command = [executable, "task", programs[0], "--property", task.property_file]
        if "data_model" in given:
            command += ["--data-model", given["data_model"]]
        for file in witnesses:
            command += ["--validate", file]
        return command + self._limits(rlimits) + list(options)

    @staticmethod
    def _limits(rlimits):
        """Returns the limits as options of dporbench, a little lower, so that it ends with a verdict before it is killed."""
        limits = []
        if time := rlimits.walltime or rlimits.cputime:
            limits += ["--timeout", f"{max(1, time * 95 // 100)}s"]
        if rlimits.memory:
            limits += ["--mem-limit", f"{max(1, rlimits.memory * 95 // 100 // 2**20)}MB"]
        return limits

    def determine_result(self, run):
        for line in run.output:
            line = line.strip()
            if line in VERDICTS:
                return VERDICTS[line]
            if line.startswith("unknown ("):
                return result.RESULT_UNKNOWN
        return result.RESULT_ERROR
